import { formatRupees } from '@marquee/contract/money'
import type { StaffBooking } from '@marquee/contract/office/bookings'
import type { RefundKind } from '@marquee/contract/office/cancellations'
import { slotName } from '@marquee/contract/office/place-names'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceField } from '#ui/field.tsx'
import { ReasonField } from '#ui/reason-field.tsx'
import { useCancelBooking, useCancellationPreview } from './cancellation.queries.ts'

const TERMS = [
  ['policy', 'By the refund policy'],
  ['full', 'In full'],
] as const

interface Props {
  booking: StaffBooking
  onClose: () => void
}

/** Cancels a booking or some of its places, with the refund shown first. */
export function CancelBookingDialog({ booking, onClose }: Props) {
  const places = [
    ...booking.seats,
    ...booking.slots.map(({ _id, label }) => ({ _id, label: slotName(label) })),
  ]
  const [kept, setKept] = useState<readonly string[]>([])
  const [terms, setTerms] = useState<RefundKind>('policy')
  const [reason, setReason] = useState('')
  const chosen = placesOf(booking, kept)
  const isNothing = kept.length === places.length
  const preview = useCancellationPreview(booking.reference, { ...chosen, terms }, !isNothing)
  const cancel = useCancelBooking(booking.reference, onClose)
  const isReady = !isNothing && preview.isSuccess && !preview.isFetching
  const toggle = (id: string) => {
    cancel.reset()
    setKept((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  }
  const chooseTerms = (next: RefundKind) => {
    cancel.reset()
    setTerms(next)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) cancel.mutate({ ...chosen, terms, reason, refund: preview.data.refund })
  }
  return (
    <Dialog
      title={`Cancel ${booking.reference}?`}
      text="The chosen places are free at once, and their tickets are no longer valid."
      isBusy={cancel.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Cancel</legend>
          <div className="flex flex-wrap gap-2">
            {places.map(({ _id, label }) => (
              <label
                key={_id}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded border border-ash/60 px-3 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-premium"
              >
                <input
                  type="checkbox"
                  checked={!kept.includes(_id)}
                  onChange={() => toggle(_id)}
                  className="size-5"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <ChoiceField
          legend="Refund"
          name="terms"
          options={TERMS}
          value={terms}
          onChange={chooseTerms}
        />
        <p role="status" aria-busy={preview.isFetching} className="min-h-6 aria-busy:text-ash">
          {isNothing ? (
            'Choose at least one place.'
          ) : preview.error ? (
            <span className="text-danger">{preview.error.message}</span>
          ) : (
            preview.data && <RefundText {...preview.data} booking={booking} />
          )}
        </p>
        <ReasonField
          value={reason}
          error={cancel.error?.message}
          hint="Stays in the audit: no names of visitors."
          onChange={setReason}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="danger" busy={cancel.isPending} disabled={!isReady}>
            {kept.length === 0 ? 'Cancel booking' : 'Cancel these places'}
          </Button>
          <Button variant="quiet" disabled={cancel.isPending} onClick={onClose}>
            Keep
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RefundText({
  refund,
  fee,
  booking,
}: {
  refund: number
  fee: number
  booking: StaffBooking
}) {
  if (booking.payment === 'complimentary') return 'The tickets were free: nothing is paid out.'
  return (
    <>
      Refund <strong className="tabular">{formatRupees(refund)}</strong>.
      {fee > 0 && ` The cinema keeps ${formatRupees(fee)}.`}
      {booking.payment === 'cash' && refund > 0 && ' Give it back in cash.'}
    </>
  )
}

/** The places to cancel; none named is the whole booking. */
function placesOf({ seats, slots }: StaffBooking, kept: readonly string[]) {
  if (kept.length === 0) return {}
  const idsOf = (places: readonly { _id: string }[]) =>
    places.flatMap(({ _id }) => (kept.includes(_id) ? [] : _id))
  return { seatIds: idsOf(seats), slotIds: idsOf(slots) }
}
