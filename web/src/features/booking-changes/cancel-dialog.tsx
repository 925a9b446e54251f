import { serverNow } from '@marquee/browser/clock.ts'
import type { Booking } from '@marquee/contract/bookings'
import { formatRupees } from '@marquee/contract/money'
import { slotTypeName } from '@marquee/contract/parking'
import { formatDate, formatTime } from '@marquee/contract/time'
import { useState } from 'react'
import { siteSettings } from '#lib/site-settings.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { notify } from '#ui/notify.ts'
import { useCancel, useCancelPreview } from './booking-changes.queries.ts'
import { fullRefundText } from './full-refund-text.ts'

interface Props {
  userId: string
  booking: Booking
  /** Called when the server has cancelled the places. */
  onCancelled: () => void
  onClose: () => void
}

/** Chooses what to cancel, and shows what is given back before anything happens. */
export function CancelDialog({ userId, booking, onCancelled, onClose }: Props) {
  const { seats, parkingSlots, bookingReference: reference } = booking
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const seatIds = idsOf(seats).filter((id) => !kept.has(id))
  // A booking without seats has no parking either.
  const isWithoutSeats = seatIds.length === seats.length
  const slotIds = idsOf(parkingSlots).filter((id) => isWithoutSeats || !kept.has(id))
  const isWhole = isWithoutSeats && slotIds.length === parkingSlots.length
  const chosen = { seatIds, slotIds }
  const isNothing = seatIds.length + slotIds.length === 0

  const { data: preview, error, isFetching } = useCancelPreview({ userId, reference }, chosen)
  const cancel = useCancel({ userId, reference })
  const confirm = () =>
    preview &&
    cancel.mutate(
      { ...chosen, refund: preview.refund },
      {
        onSuccess: () => {
          notify(`Cancelled. You get ${formatRupees(preview.refund)} back.`)
          onCancelled()
          onClose()
        },
      },
    )
  const toggle = (id: string) =>
    setKept((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]))
  const failure = cancel.error ?? error

  return (
    <Dialog
      title="Cancel booking"
      text={termsOf(booking)}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="danger"
            busy={cancel.isPending}
            disabled={isNothing || isFetching || !preview || error !== null}
            onClick={confirm}
          >
            {isWhole ? 'Cancel booking' : 'Cancel selected'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep booking
          </Button>
        </>
      }
    >
      <fieldset className="mt-5 border-y border-brass/20 py-2">
        <legend className="sr-only">What would you like to cancel?</legend>
        {seats.map(({ _id, seatNumber, category }) => (
          <Choice
            key={_id}
            name={`Seat ${seatNumber}`}
            detail={category}
            checked={!kept.has(_id)}
            onToggle={() => toggle(_id)}
          />
        ))}
        {parkingSlots.map(({ _id, slotNumber, type }) => (
          <Choice
            key={_id}
            name={`Parking ${slotNumber}`}
            detail={slotTypeName(type)}
            checked={slotIds.includes(_id)}
            disabled={isWithoutSeats}
            onToggle={() => toggle(_id)}
          />
        ))}
      </fieldset>
      <div role="status" className="mt-5 min-h-14 text-center">
        {isNothing ? 'Select what you want to cancel.' : preview && <RefundText {...preview} />}
      </div>
      {failure && <ErrorText>{failure.message}</ErrorText>}
    </Dialog>
  )
}

const termsOf = ({ moved }: Booking) =>
  moved && serverNow() < Date.parse(moved.fullRefundUntil)
    ? `The cinema has moved this show. ${fullRefundText(moved)}`
    : siteSettings.refundTerms

const idsOf = (places: { _id: string }[]) => places.map(({ _id }) => _id)

interface ChoiceProps {
  name: string
  detail: string
  checked: boolean
  disabled?: boolean
  onToggle: () => void
}

function Choice({ name, detail, checked, disabled = false, onToggle }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded px-2 transition-colors hover:bg-brass/10">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onToggle}
        className="size-5 accent-brass"
      />
      <span className="font-semibold">{name}</span>
      <span className="ms-auto text-sm text-ash">{detail}</span>
    </label>
  )
}

/** Rupees. */
function RefundText({ refund, fee, deadline }: { refund: number; fee: number; deadline: string }) {
  const until = Date.parse(deadline)
  return (
    <>
      <p className="text-lg font-semibold">
        You get {formatRupees(refund)} of {formatRupees(refund + fee)} back.
      </p>
      {refund > 0 && (
        <p className="mt-1 text-sm text-ash">
          If you cancel by {formatTime(until, siteSettings.timeZone)},{' '}
          {formatDate(until, siteSettings.timeZone)}.
        </p>
      )}
    </>
  )
}
