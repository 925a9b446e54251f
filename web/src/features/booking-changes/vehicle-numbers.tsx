import { type Booking, findVehicleProblem } from '@marquee/contract/bookings'
import { normalizeVehicleNumber } from '@marquee/contract/parking'
import { type FormEvent, useRef, useState } from 'react'
import { VehicleNumberField } from '#lib/vehicle-number-field.tsx'
import { announce } from '#ui/announcer.tsx'
import { Button } from '#ui/button.tsx'
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
    <section aria-labelledby="vehicles" className="panel p-5 sm:p-7">
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
  /** What the form was sent with. Its error goes away when the number changes. */
  const [submitted, setSubmitted] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const change = useChangeVehicle({ userId, reference })
  const problem = findVehicleProblem([{ ...slot, vehicleNumber }])
  const error = problem?.text ?? change.error?.message
  const isUnchanged = normalizeVehicleNumber(vehicleNumber) === (slot.vehicleNumber ?? '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(vehicleNumber)
    if (problem) return field.current?.focus()
    change.mutate(
      { slotId: slot._id, vehicleNumber },
      {
        onSuccess: () => {
          notify('Vehicle number saved.')
          onChanged()
        },
        onError: ({ message }) => announce(message),
      },
    )
  }
  return (
    <form onSubmit={save} className="mt-4 grid gap-3">
      <VehicleNumberField
        ref={field}
        slot={slot}
        value={vehicleNumber}
        error={submitted === vehicleNumber ? error : undefined}
        onChange={setVehicleNumber}
      />
      <Button type="submit" variant="quiet" busy={change.isPending} disabled={isUnchanged}>
        Save
      </Button>
    </form>
  )
}
