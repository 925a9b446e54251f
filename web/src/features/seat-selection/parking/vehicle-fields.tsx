import { type ParkingSlot, slotTypeName } from '@marquee/contract/parking'
import { Field } from '#ui/field.tsx'

interface Props {
  slots: ParkingSlot[]
  vehicleNumbers: Readonly<Record<string, string>>
  onVehicleNumber: (slotId: string, vehicleNumber: string) => void
}

/** One vehicle number field for each selected slot. */
export function VehicleFields({ slots, vehicleNumbers, onVehicleNumber }: Props) {
  if (slots.length === 0) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {slots.map(({ _id, type, slotNumber }) => (
        <Field
          key={_id}
          id={_id}
          label={`Vehicle number for ${slotTypeName(type)} Slot ${slotNumber}`}
          placeholder="TN01AB1234"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={16}
          value={vehicleNumbers[_id] ?? ''}
          onChange={({ target }) => onVehicleNumber(_id, target.value)}
        />
      ))}
    </div>
  )
}
