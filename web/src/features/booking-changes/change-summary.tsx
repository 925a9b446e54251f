import { formatRupees } from '@marquee/contract/money'
import { formatDate, formatTime } from '@marquee/contract/time'
import { siteSettings } from '#lib/site-settings.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { type ChosenSeats, useChangeSeats, useSeatsPreview } from './booking-changes.queries.ts'

interface Props {
  userId: string
  reference: string
  chosen: ChosenSeats
  /** Seat numbers. */
  given: string[]
  taken: string[]
  onChanged: () => void
}

/** The old and the new seats, what they cost, and the button that changes them. */
export function ChangeSummary({ userId, reference, chosen, given, taken, onChanged }: Props) {
  const own = { userId, reference }
  const isComplete = taken.length > 0 && taken.length === given.length
  const { data: preview, error, isFetching } = useSeatsPreview(own, chosen)
  const change = useChangeSeats(own)
  const failure = change.error ?? (isComplete ? error : null)

  return (
    <section aria-labelledby="change" className="panel p-5 sm:p-7">
      <h2 id="change" className="text-xl">
        Your Change
      </h2>
      <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2">
        <dt className="text-ash">Give back</dt>
        <dd className="font-semibold">{given.join(', ') || '–'}</dd>
        <dt className="text-ash">New seats</dt>
        <dd className="font-semibold">{taken.join(', ') || '–'}</dd>
      </dl>
      <div role="status" className="mt-4 min-h-14">
        {isComplete
          ? preview && <Difference {...preview} />
          : missingText(given.length, taken.length)}
      </div>
      {failure && <ErrorText>{failure.message}</ErrorText>}
      <Button
        className="mt-4 w-full"
        busy={change.isPending}
        disabled={!isComplete || isFetching || !preview || error !== null}
        onClick={() =>
          preview &&
          change.mutate(
            { ...chosen, difference: preview.difference },
            { onSuccess: () => onChanged() },
          )
        }
      >
        {preview && isComplete && preview.difference > 0
          ? `Pay ${formatRupees(preview.difference)} and Change`
          : 'Change Seats'}
      </Button>
    </section>
  )
}

function missingText(given: number, taken: number) {
  if (given === 0) return 'Select the seats that you want to give back.'
  const missing = given - taken
  if (missing > 0) return `Select ${missing} new ${missing === 1 ? 'seat' : 'seats'}.`
  return 'Please choose as many new seats as you give back.'
}

/** Rupees. */
function Difference({ difference, deadline }: { difference: number; deadline: string }) {
  const until = Date.parse(deadline)
  return (
    <>
      <p className="text-lg font-semibold">{differenceText(difference)}</p>
      <p className="mt-1 text-sm text-ash">
        You can change seats until {formatTime(until, siteSettings.timeZone)},{' '}
        {formatDate(until, siteSettings.timeZone)}.
      </p>
    </>
  )
}

function differenceText(difference: number) {
  if (difference === 0) return 'The price stays the same.'
  const amount = formatRupees(Math.abs(difference))
  return difference > 0 ? `You pay ${amount} more.` : `You get ${amount} back.`
}
