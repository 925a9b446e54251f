import { type SlotType, slotTypeName } from '@marquee/contract/parking'
import type { ComponentProps } from 'react'
import { Field } from '#ui/field.tsx'

interface Props extends Omit<ComponentProps<typeof Field>, 'label' | 'slot' | 'onChange'> {
  slot: { type: SlotType; slotNumber: string }
  onChange: (vehicleNumber: string) => void
}

/** The number of the vehicle in a parking slot. */
export const VehicleNumberField = ({ slot, onChange, ...field }: Props) => (
  <Field
    {...field}
    label={`Vehicle number for ${slotTypeName(slot.type)} Slot ${slot.slotNumber}`}
    placeholder="TN01AB1234"
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    maxLength={16}
    onChange={({ target }) => onChange(target.value)}
  />
)
