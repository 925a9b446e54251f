import { cancelBooking } from '@marquee/contract/bookings/booking-changes'
import type { Booking } from '@marquee/contract/bookings/bookings'
import { slotTypeName } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useState } from 'react'
import type { BookingKey } from '#lib/api/bookings.queries.ts'
import { bookingHeadingId } from '#lib/booking-heading.ts'
import { useLocalClock } from '#lib/date-time.tsx'
import { describeRefundTerms } from '#lib/refund-terms.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { useBookingChange, useChangePreview } from './booking-changes.queries.ts'

interface ChosenPlaces {
  seatIds: string[]
  slotIds: string[]
}

/** What cancelling the places would give back. Not asked while none is chosen, which would mean all. */
const useCancelPreview = (bookingKey: BookingKey, { seatIds, slotIds }: ChosenPlaces) =>
  useChangePreview(
    bookingKey,
    { seatIds: seatIds.join(','), slotIds: slotIds.join(',') },
    seatIds.length + slotIds.length > 0,
  )

interface CancellationCallbacks {
  /** Called when places were cancelled, also if the page was left meanwhile. */
  onCancelled: () => void
}

/** Cancels places, and tells the result. */
const useCancel = (bookingKey: BookingKey, { onCancelled }: CancellationCallbacks) =>
  useBookingChange(bookingKey, cancelBooking, ({ refund }) => {
    notify(
      refund > 0
        ? `Cancelled. You get ${formatRupees(refund)} back.`
        : 'Cancelled. There is no refund.',
    )
    onCancelled()
  })

interface Props {
  userId: string
  booking: Booking
  /** Called when the server has cancelled the places, also if the dialog is gone. */
  onCancelled: () => void
  onClose: () => void
}

/**
 * Chooses what to cancel, and shows what is given back before anything happens. A cancelled booking has no button that opens this dialog, so the dialog
 * goes away with it.
 */
export function CancelDialog({ userId, booking, onCancelled, onClose }: Props) {
  const { seats, parkingSlots, bookingReference: reference } = booking
  const { now } = useLocalClock()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const seatIds = idsOf(seats).filter((id) => !kept.has(id))
  // A booking without seats has no parking either.
  const isWithoutSeats = seatIds.length === seats.length
  const slotIds = idsOf(parkingSlots).filter((id) => isWithoutSeats || !kept.has(id))
  const isWhole = isWithoutSeats && slotIds.length === parkingSlots.length
  const chosen = { seatIds, slotIds }
  const isNothing = seatIds.length + slotIds.length === 0

  const bookingKey = { userId, reference }
  const { data: preview, error, isFetching, refetch } = useCancelPreview(bookingKey, chosen)
  const { mutate, reset, isPending, error: refusal } = useCancel(bookingKey, { onCancelled })
  const confirm = () =>
    preview &&
    mutate(
      { ...chosen, refund: preview.refund },
      { onSuccess: ({ booking }) => booking.cancelled || onClose() },
    )
  const close = () => isPending || onClose()
  const toggle = (id: string) => {
    // The refusal was about another choice.
    reset()
    setKept((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]))
  }
  const failure = refusal ?? error

  return (
    <Dialog
      title="Cancel Booking"
      text={termsOf(booking, now)}
      fallbackFocusId={bookingHeadingId(reference)}
      onClose={close}
      actions={
        <>
          <Button
            variant="danger"
            busy={isPending}
            disabled={isNothing || isFetching || !preview || error !== null}
            onClick={confirm}
          >
            {isWhole ? 'Cancel Booking' : 'Cancel Selected'}
          </Button>
          {error && (
            <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          )}
          <Button variant="secondary" disabled={isPending} onClick={close}>
            Keep Booking
          </Button>
        </>
      }
    >
      <fieldset disabled={isPending} className="mt-5 border-y border-brass/20 py-2">
        <legend className="sr-only">What would you like to cancel?</legend>
        {seats.map(({ _id, seatNumber, category }) => (
          <PlaceChoice
            key={_id}
            name={`Seat ${seatNumber}`}
            detail={category}
            checked={!kept.has(_id)}
            onToggle={() => toggle(_id)}
          />
        ))}
        {parkingSlots.map(({ _id, slotNumber, type }) => (
          <PlaceChoice
            key={_id}
            name={`Parking ${slotNumber}`}
            detail={slotTypeName(type)}
            checked={slotIds.includes(_id)}
            disabled={isWithoutSeats}
            onToggle={() => toggle(_id)}
          />
        ))}
      </fieldset>
      <div role="status" className="mt-5 min-h-8 text-center">
        {isNothing
          ? 'Select what you want to cancel.'
          : preview && <p className="text-lg font-semibold">{refundText(preview)}</p>}
      </div>
      {failure && <ErrorText>{failure.message}</ErrorText>}
    </Dialog>
  )
}

const termsOf = (booking: Booking, now: number) =>
  `${booking.moved ? 'The cinema has moved this show. ' : ''}${describeRefundTerms({ ...booking, ...booking.showtimeId }, now)}`

const idsOf = (places: { _id: string }[]) => places.map(({ _id }) => _id)

interface PlaceChoiceProps {
  name: string
  detail: string
  checked: boolean
  disabled?: boolean
  onToggle: () => void
}

function PlaceChoice({ name, detail, checked, disabled = false, onToggle }: PlaceChoiceProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={disabled}
      onChange={onToggle}
      className="rounded px-2 transition-colors hover:bg-brass/10"
    >
      <span className="font-semibold">{name}</span>
      <span className="ms-auto text-sm text-ash">{detail}</span>
    </Checkbox>
  )
}

/** Rupees. */
const refundText = ({ refund, fee }: { refund: number; fee: number }) =>
  refund === 0
    ? 'There is no refund for this cancellation.'
    : `You get ${formatRupees(refund)} of ${formatRupees(refund + fee)} back.`
