import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/browser/api.ts'
import { OFFER_PARAMETER, type WaitingEntry } from '@marquee/contract/waiting-list'
import { dateTimeOf } from '#lib/date-time.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { describeEntry } from './entry-texts.ts'
import { useLeave, useWaitingEntries } from './waiting-list.queries.ts'

/** The shows that the account waits for. Nothing if there are none. */
export function WaitingEntries({ userId }: { userId: string }) {
  const { data: entries = [] } = useWaitingEntries(userId)
  const { mutate, isPending, variables, error } = useLeave(userId)
  if (entries.length === 0) return null

  return (
    <section aria-labelledby="waiting-entries" className="panel mb-6 p-5 sm:p-7">
      <h3 id="waiting-entries" className="title text-lg">
        Waiting for Seats
      </h3>
      <ul className="divide-y divide-brass/15">
        {entries.map((entry) => (
          <li
            key={entry._id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
          >
            <EntryFacts entry={entry} />
            <div className="flex flex-wrap gap-3">
              {entry.offer && (
                <LinkButton
                  to={`${seatScreenPath(entry.movieId, entry.showtimeId)}?${OFFER_PARAMETER}=${entry._id}`}
                >
                  Take these seats
                </LinkButton>
              )}
              <Button
                variant="quiet"
                aria-label={`Leave the waiting list of ${entry.movie}`}
                busy={isPending && variables === entry._id}
                onClick={() => mutate(entry._id)}
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

const EntryFacts = ({ entry }: { entry: WaitingEntry }) => (
  <div className="min-w-0">
    <p className="font-medium wrap-anywhere">{entry.movie}</p>
    <p className="text-sm text-ash">
      {dateTimeOf(entry.startTime)}, {entry.screen}
    </p>
    <p className="text-sm text-ash">
      {entry.offer
        ? `${entry.offer.seats.join(', ')} held for you until ${dateTimeOf(entry.offer.until)}`
        : `${describeEntry(entry)}, until ${dateTimeOf(entry.until)}`}
    </p>
  </div>
)
