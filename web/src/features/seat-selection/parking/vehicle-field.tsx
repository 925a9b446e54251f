import { type ParkingSlot, slotTypeName } from '@marquee/contract/parking'
import { useEffect, useRef } from 'react'
import { Field } from '#ui/field.tsx'

interface Props {
  slot: ParkingSlot
  /** The visitor has just chosen the slot: the field takes the focus. */
  takesFocus: boolean
  value: string
  onChange: (vehicleNumber: string) => void
}

/** The vehicle number of a chosen slot. */
export function VehicleField({ slot, takesFocus, value, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.querySelector('input')?.focus()
  }, [takesFocus])

  return (
    <div ref={field} className="vehicle-field">
      <Field
        id={slot._id}
        label={`Vehicle number for ${slotTypeName(slot.type)} Slot ${slot.slotNumber}`}
        placeholder="TN01AB1234"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={16}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
