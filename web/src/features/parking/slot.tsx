import { type ParkingSlot, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { memo } from 'react'
import type { Appearance } from '#lib/selection.ts'

interface Props {
  slot: ParkingSlot
  appearance: Appearance
  onToggle: (slotId: string) => void
}

export const SlotButton = memo(function SlotButton({ slot, appearance, onToggle }: Props) {
  const { _id, slotNumber, type } = slot
  return (
    <button
      type="button"
      data-place={_id}
      data-look={appearance}
      aria-label={`${slotTypeName(type)} slot ${slotNumber}, ${slotPrice(type)} rupees, ${appearance}`}
      aria-pressed={appearance === 'selected'}
      aria-disabled={appearance === 'held' || appearance === 'sold' || undefined}
      onClick={() => onToggle(_id)}
      className="slot"
    >
      {slotNumber}
    </button>
  )
})
