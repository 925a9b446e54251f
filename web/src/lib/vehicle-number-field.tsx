import type { SlotType } from '@marquee/contract/parking'
import { slotTypeName } from '@marquee/contract/parking-slots'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<typeof Field>, 'label' | 'slot'> {
  slot: { type: SlotType; slotNumber: string }
}

/** The number of the vehicle in a parking slot. */
export const VehicleNumberField = ({ slot, ...field }: Props) => (
  <Field
    {...field}
    label={`Vehicle number for ${slotTypeName(slot.type)} Slot ${slot.slotNumber}`}
    placeholder="TN01AB1234"
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    maxLength={16}
  />
)
