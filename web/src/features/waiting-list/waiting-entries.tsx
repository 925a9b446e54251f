import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import { OFFER_PARAMETER } from '@marquee/contract/pages'
import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useRef, useState } from 'react'
import { NearDateTime, NearMoment } from '#lib/date-time.tsx'
import { seatScreenPath } from '#lib/paths.ts'
import { announce } from '#ui/announcer.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { describeEntry, LEFT } from './entry-texts.ts'
import { useLeave, useWaitingEntries } from './waiting-list.queries.ts'

/** The shows that the account waits for. Nothing if there are none, and none was left on this page. */
export function WaitingEntries({ userId }: { userId: string }) {
  const { data: entries = [] } = useWaitingEntries(userId)
  const heading = useRef<HTMLHeadingElement>(null)
  const [hasLeft, setHasLeft] = useState(false)
  const { mutate, isPending, variables, error } = useLeave(userId, () => {
    setHasLeft(true)
    announce(LEFT)
    heading.current?.focus()
  })
  if (entries.length === 0 && !hasLeft) return null

  return (
    <section aria-labelledby="waiting-entries" className="panel p-5 sm:p-7">
      <h3 ref={heading} id="waiting-entries" tabIndex={-1} className="title text-lg outline-none">
        Waiting for Seats
      </h3>
      {entries.length === 0 && <p className="text-ash">{LEFT}</p>}
      <ul className="divide-y divide-brass/15">
        {entries.map((entry) => (
          <li
            key={entry._id}
            className="grid grid-cols-1 gap-x-6 gap-y-4 py-5 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <EntryFacts entry={entry} />
            <div className="flex gap-3">
              {entry.offer && (
                <LinkButton
                  className="max-sm:grow max-sm:px-3"
                  to={`${seatScreenPath(entry.movieId, entry.showtimeId)}?${OFFER_PARAMETER}=${entry._id}`}
                >
                  Take These Seats
                </LinkButton>
              )}
              <Button
                variant="secondary"
                className={entry.offer ? 'max-sm:px-3' : 'max-sm:grow'}
                aria-label={`Leave the waiting list of ${entry.movie}`}
                busy={isPending && variables?._id === entry._id}
                onClick={() => mutate(entry)}
              >
                Leave
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-danger">
          {errorMessage(error) ?? DEFAULT_ERROR_MESSAGE}
        </p>
      )}
    </section>
  )
}

function EntryFacts({ entry }: { entry: WaitingEntry }) {
  const { movie, startTime, screen, offer, until } = entry
  return (
    <div className="min-w-0">
      <p className="title text-lg wrap-anywhere">{movie}</p>
      <p className="text-sm text-ash">
        <NearDateTime instant={startTime} />, {screen}
      </p>
      <p className={`tabular mt-2 ${offer ? 'text-brass-bright' : ''}`}>
        {offer
          ? `${offer.seats.join(', ')} held for you until `
          : `${describeEntry(entry)}, until `}
        <NearMoment instant={offer?.until ?? until} />
      </p>
      {offer && (
        <p className="mt-1 text-sm text-ash">After leaving, you can join again in half an hour.</p>
      )}
    </div>
  )
}
