import { changeVehicle } from '@marquee/contract/bookings/booking-changes'
import type { Booking } from '@marquee/contract/bookings/bookings'
import { findVehicleProblem } from '@marquee/contract/bookings/checkout-form'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useForm } from 'react-hook-form'
import type { BookingKey } from '#lib/api/bookings.queries.ts'
import { VehicleNumberField } from '#lib/vehicle-number-field.tsx'
import { announce } from '#ui/announcer.tsx'
import { useBookingChange } from './booking-changes.queries.ts'

/** Changes the vehicle number of a slot. */
const useChangeVehicle = (bookingKey: BookingKey) => useBookingChange(bookingKey, changeVehicle)

interface Props {
  userId: string
  booking: Booking
  onChanged: () => void
}

/** The vehicles of a booking. Their numbers can be changed until they arrive. */
export function VehicleNumbers({ userId, booking, onChanged }: Props) {
  const { parkingSlots, bookingReference: reference } = booking
  if (parkingSlots.length === 0) return null
  return (
    <section aria-labelledby="vehicles" className="panel p-5 sm:p-7">
      <h2 id="vehicles" className="text-xl">
        Your Vehicles
      </h2>
      {parkingSlots.map((slot) => (
        <VehicleForm
          key={slot._id}
          userId={userId}
          reference={reference}
          slot={slot}
          onChanged={onChanged}
        />
      ))}
    </section>
  )
}

interface FormProps extends Pick<Props, 'userId' | 'onChanged'> {
  reference: string
  slot: Booking['parkingSlots'][number]
}

function VehicleForm({ userId, reference, slot, onChanged }: FormProps) {
  const { register, handleSubmit, clearErrors, watch, formState } = useForm({
    defaultValues: { vehicleNumber: slot.vehicleNumber ?? '' },
    reValidateMode: 'onSubmit',
  })
  const change = useChangeVehicle({ userId, reference })
  const isUnchanged = normalizeVehicleNumber(watch('vehicleNumber')) === (slot.vehicleNumber ?? '')
  const save = handleSubmit(({ vehicleNumber }) =>
    change.mutate(
      { slotId: slot._id, vehicleNumber },
      {
        onSuccess: () => {
          notify('Vehicle number saved.')
          onChanged()
        },
        onError: ({ message }) => announce(message),
      },
    ),
  )
  return (
    <form noValidate onSubmit={save} className="mt-4 grid gap-3">
      <VehicleNumberField
        slot={slot}
        error={formState.errors.vehicleNumber?.message ?? change.error?.message}
        readOnly={change.isPending}
        {...register('vehicleNumber', {
          validate: (vehicleNumber) => findVehicleProblem([{ ...slot, vehicleNumber }])?.text,
          // An error is about the number that was sent.
          onChange: () => {
            clearErrors()
            change.reset()
          },
        })}
      />
      <Button type="submit" variant="secondary" busy={change.isPending} disabled={isUnchanged}>
        Save
      </Button>
    </form>
  )
}
