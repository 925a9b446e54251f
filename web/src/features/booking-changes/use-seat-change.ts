import { changeSeats } from '@marquee/contract/bookings/booking-changes'
import { formatRupees } from '@marquee/contract/text/money'
import type { BookingKey } from '#lib/api/bookings.queries.ts'
import { useBookingChange, useChangePreview } from './booking-changes.queries.ts'

interface ChosenSeats {
  showtimeId: string
  giveBack: string[]
  take: string[]
}

/** What other seats would cost. Not asked before as many are chosen as are given back. */
const useSeatsPreview = (bookingKey: BookingKey, { showtimeId, giveBack, take }: ChosenSeats) =>
  useChangePreview(
    bookingKey,
    { showtimeId, seatIds: giveBack.join(','), take: take.join(',') },
    take.length > 0 && take.length === giveBack.length,
  )

/** Takes other seats. */
const useChangeSeats = (bookingKey: BookingKey) => useBookingChange(bookingKey, changeSeats)

export type SeatChange = ReturnType<typeof useSeatChange>

/** What it costs to change the seats, and the request that changes them. */
export function useSeatChange(
  bookingKey: BookingKey,
  chosen: ChosenSeats,
  { onChanged }: { onChanged: () => void },
) {
  const { giveBack, take } = chosen
  const isComplete = take.length > 0 && take.length === giveBack.length
  const { data, error, isFetching } = useSeatsPreview(bookingKey, chosen)
  const { mutate, variables, isPending, error: refusal } = useChangeSeats(bookingKey)
  const preview = isComplete ? data : undefined
  const isCurrent = preview && !isFetching && !error

  return {
    preview,
    text: isComplete
      ? preview && differenceText(preview.difference)
      : missingText(giveBack.length, take.length),
    /** A refusal concerns the seats that it refused. It stays while some of them are lost. */
    error:
      (isComplete ? error : null) ?? (variables && isPartOf(chosen, variables) ? refusal : null),
    isPending,
    /** Undefined while the seats cannot be changed. */
    submit: isCurrent
      ? () =>
          mutate({ ...chosen, difference: preview.difference }, { onSuccess: () => onChanged() })
      : undefined,
  }
}

function isPartOf(chosen: ChosenSeats, other: ChosenSeats) {
  const isIn = (ids: string[], otherIds: string[]) => ids.every((id) => otherIds.includes(id))
  // Showtimes on the same screen have the same places.
  return (
    chosen.showtimeId === other.showtimeId &&
    isIn(chosen.take, other.take) &&
    isIn(chosen.giveBack, other.giveBack)
  )
}

function missingText(giveBackCount: number, takeCount: number) {
  if (giveBackCount === 0) return 'Select the seats you want to change.'
  const missing = giveBackCount - takeCount
  if (missing > 0) return `Select ${missing} new ${missing === 1 ? 'seat' : 'seats'}.`
  return 'Please choose as many new seats as old ones.'
}

function differenceText(difference: number) {
  if (difference === 0) return 'The price stays the same.'
  const amount = formatRupees(Math.abs(difference))
  return difference > 0 ? `You pay ${amount} more.` : `You get ${amount} back.`
}
