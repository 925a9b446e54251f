import { type ParkingSlot, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { memo } from 'react'
import {
  type Appearance,
  isSelectable,
  stateText,
} from '#features/seat-selection/selection/selection.ts'

interface Props {
  slot: ParkingSlot
  appearance: Appearance
  closed: boolean
  /** The one slot of its grid that Tab moves the focus to. */
  isTabStop: boolean
  onToggle: (slotId: string) => void
}

export const SlotButton = memo(function SlotButton(props: Props) {
  const { slot, appearance, closed, isTabStop, onToggle } = props
  const { _id, slotNumber, type } = slot
  return (
    <button
      type="button"
      data-place={_id}
      data-appearance={appearance}
      aria-label={`${slotTypeName(type)} slot ${slotNumber}, ${slotPrice(type)} rupees, ${stateText(appearance, slot, 'slot')}`}
      aria-pressed={appearance === 'selected'}
      aria-disabled={!(isSelectable(appearance, closed) || slot.releasable) || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onToggle(_id)}
      className="slot"
    >
      {slotNumber}
    </button>
  )
})
