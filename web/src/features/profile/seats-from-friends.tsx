import { passPath } from '@marquee/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { friendPassesQuery } from '#lib/api/friend-passes.queries.ts'
import { NearDateTime } from '#lib/date-time.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** The seats of shows to come that friends have paid for the user. Nothing if there are none. */
export function SeatsFromFriends({ userId }: { userId: string }) {
  const { data: passes = [] } = useQuery(friendPassesQuery(userId))
  if (passes.length === 0) return null
  return (
    <section aria-labelledby="seats-from-friends" className="panel p-5 sm:p-7">
      <h3 id="seats-from-friends" className="title text-lg">
        Paid by Your Friends
      </h3>
      <ul className="divide-y divide-brass/15">
        {passes.map(({ token, seatNumber, movie, showtime }) => (
          <li
            key={token}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
          >
            <p className="min-w-0 wrap-anywhere">
              <bdi className="font-semibold">{movie}</bdi>
              <span className="tabular block text-ash">
                <NearDateTime instant={showtime.startTime} /> · {showtime.screen} · Seat{' '}
                {seatNumber}
              </span>
            </p>
            <LinkButton to={passPath(token)} aria-label={`Show Ticket for ${seatNumber}, ${movie}`}>
              Show Ticket
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
