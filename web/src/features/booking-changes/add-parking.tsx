import { changeParking } from '@marquee/contract/bookings/booking-changes'
import { findVehicleProblem, type SlotWithVehicle } from '@marquee/contract/bookings/checkout-form'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import type { ReactNode } from 'react'
import type { BookingKey } from '#lib/api/bookings.queries.ts'
import { useBookingChange, useChangePreview } from './booking-changes.queries.ts'

/** What more parking slots would cost. */
const useParkingPreview = (bookingKey: BookingKey, slotIds: string[]) =>
  useChangePreview(bookingKey, { addSlots: slotIds.join(',') }, slotIds.length > 0)

/** Adds and drops parking slots. */
const useChangeParking = (bookingKey: BookingKey) => useBookingChange(bookingKey, changeParking)

interface AddedSlot extends SlotWithVehicle {
  slotId: string
}

interface Props {
  userId: string
  reference: string
  /** The slots to add, with their vehicle numbers as they were typed. */
  slots: AddedSlot[]
  timeLeft: ReactNode
  onChanged: () => void
}

/** What the chosen slots cost, and the button that adds them to the booking. */
export function AddParking({ userId, reference, slots, timeLeft, onChanged }: Props) {
  const bookingKey = { userId, reference }
  const slotIds = slots.map(({ slotId }) => slotId)
  const { data: preview, error, isFetching } = useParkingPreview(bookingKey, slotIds)
  const { mutate, variables, isPending, error: refusal } = useChangeParking(bookingKey)
  const problem = findVehicleProblem(slots)
  if (slots.length === 0) return null

  const add = slots.map(({ slotId, vehicleNumber }) => ({ slotId, vehicleNumber }))
  // A refusal concerns the slots that it refused. It stays while some of them are lost.
  const isRefused = variables && add.every((slot) => variables.add.some(isSameAs(slot)))
  const failure = error ?? (isRefused ? refusal : null)
  return (
    <section aria-labelledby="add-parking" className="panel p-5 sm:p-7">
      <h2 id="add-parking" className="text-xl">
        Add Parking
      </h2>
      <p role="status" className="mt-3 min-h-7">
        {problem?.text ?? (preview && `You pay ${formatRupees(preview.difference)}.`)}
      </p>
      {timeLeft}
      {failure && <ErrorText>{failure.message}</ErrorText>}
      <Button
        className="mt-4 w-full"
        busy={isPending}
        disabled={problem !== undefined || isFetching || !preview || error !== null}
        onClick={() =>
          preview &&
          mutate({ add, drop: [], difference: preview.difference }, { onSuccess: onChanged })
        }
      >
        {preview ? `Pay ${formatRupees(preview.difference)} and Add` : 'Add Parking'}
      </Button>
    </section>
  )
}

const isSameAs =
  (slot: Pick<AddedSlot, 'slotId' | 'vehicleNumber'>) =>
  ({ slotId, vehicleNumber }: Pick<AddedSlot, 'slotId' | 'vehicleNumber'>) =>
    slotId === slot.slotId && vehicleNumber === slot.vehicleNumber
