import type { Booking } from '@marquee/contract/bookings'
import { isVehicleNumber, slotTypeName } from '@marquee/contract/parking'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { notify } from '#ui/notify.ts'
import { useChangeVehicle } from './booking-changes.queries.ts'

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
    <section aria-labelledby="vehicles" className="panel mt-6 p-5 sm:p-7">
      <h2 id="vehicles" className="text-xl">
        Your Vehicles
      </h2>
      {parkingSlots.map((slot) => (
        <VehicleForm key={slot._id} {...{ userId, reference, slot, onChanged }} />
      ))}
    </section>
  )
}

interface FormProps extends Pick<Props, 'userId' | 'onChanged'> {
  reference: string
  slot: Booking['parkingSlots'][number]
}

function VehicleForm({ userId, reference, slot, onChanged }: FormProps) {
  const [vehicleNumber, setVehicleNumber] = useState(slot.vehicleNumber ?? '')
  const change = useChangeVehicle({ userId, reference })
  const isValid = isVehicleNumber(vehicleNumber)
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { slotId: slot._id, vehicleNumber },
      {
        onSuccess: () => {
          notify('Vehicle number saved.')
          onChanged()
        },
      },
    )
  }
  return (
    <form onSubmit={save} className="mt-4 grid gap-3">
      <Field
        label={`Vehicle number for ${slotTypeName(slot.type)} Slot ${slot.slotNumber}`}
        placeholder="TN01AB1234"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={16}
        value={vehicleNumber}
        error={change.error?.message}
        onChange={({ target }) => setVehicleNumber(target.value)}
      />
      <Button
        type="submit"
        variant="quiet"
        busy={change.isPending}
        disabled={!isValid || vehicleNumber === slot.vehicleNumber}
      >
        Save
      </Button>
    </form>
  )
}
