import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  cancelStaffBooking,
  type PlacesToCancel,
  previewBookingCancellation,
  type RefundKind,
} from '@marquee/contract/office/booking-changes'
import type { StaffBooking } from '@marquee/contract/office/bookings'
import { slotName } from '@marquee/contract/office/shows/place-names'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Checkbox, ChoiceField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bookingKeys, refetchBookings } from '#lib/bookings.queries.ts'
import { ReasonField } from '#ui/reason-field.tsx'

const useCancellationPreview = (reference: string, places: PlacesToCancel, enabled: boolean) =>
  useQuery({
    queryKey: bookingKeys.cancellation(reference, places),
    queryFn: ({ signal }) =>
      call(previewBookingCancellation, { params: { reference }, body: places }, signal),
    enabled,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

function useCancelBooking(reference: string, onSuccess: () => void) {
  const { keyFor, forget } = useIdempotencyKey([cancelStaffBooking.path, reference])
  return useMutation({
    mutationFn: (body: CallInput<typeof cancelStaffBooking>['body']) =>
      call(cancelStaffBooking, {
        params: { reference },
        headers: { 'idempotency-key': keyFor(body) },
        body,
      }),
    onSuccess: async ({ booking }) => {
      forget()
      notify(booking.cancelled ? 'The booking is cancelled.' : 'The places are cancelled.')
      onSuccess()
      await refetchBookings()
    },
    onError: refetchBookings,
  })
}

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
  const { register, handleSubmit, watch } = useForm({
    defaultValues: {
      isChosen: Object.fromEntries(places.map(({ _id }) => [_id, true])),
      terms: 'policy' as RefundKind,
      reason: '',
    },
  })
  const [isChosen, terms] = watch(['isChosen', 'terms'])
  const placeIds = places.map(({ _id }) => _id).filter((id) => isChosen[id])
  const chosen = placesOf(booking, placeIds)
  const isWhole = placeIds.length === places.length
  const isNothing = placeIds.length === 0
  const preview = useCancellationPreview(booking.reference, { ...chosen, terms }, !isNothing)
  const cancel = useCancelBooking(booking.reference, onClose)
  const isReady = !isNothing && preview.isSuccess && !preview.isFetching
  // The refusal was about another choice.
  const forgetRefusal = { onChange: () => cancel.reset() }
  const submit = handleSubmit(
    ({ reason }) =>
      isReady && cancel.mutate({ ...chosen, terms, reason, refund: preview.data.refund }),
  )
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
              <Checkbox
                key={_id}
                className="rounded border border-ash/60 px-3 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-premium"
                {...register(`isChosen.${_id}`, forgetRefusal)}
              >
                {label}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <ChoiceField legend="Refund" options={TERMS} {...register('terms', forgetRefusal)} />
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
          error={cancel.error?.message}
          hint="Stays in the audit: no names of visitors."
          {...register('reason')}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="danger" busy={cancel.isPending} disabled={!isReady}>
            {isWhole ? 'Cancel booking' : 'Cancel these places'}
          </Button>
          <Button variant="quiet" disabled={cancel.isPending} onClick={onClose}>
            Keep
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The counter hands these over, and records it under Refunds. */
const GIVE_BACK: Partial<Record<StaffBooking['payment'], string>> = {
  cash: ' Give it back in cash.',
  card: ' Give it back to the card.',
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
      {refund > 0 && GIVE_BACK[booking.payment]}
    </>
  )
}

/** The places to cancel; none named is the whole booking. */
function placesOf({ seats, slots }: StaffBooking, placeIds: readonly string[]) {
  if (placeIds.length === seats.length + slots.length) return {}
  const idsOf = (places: readonly { _id: string }[]) =>
    places.flatMap(({ _id }) => (placeIds.includes(_id) ? _id : []))
  return { seatIds: idsOf(seats), slotIds: idsOf(slots) }
}
