import { formatRupees } from '@marquee/contract/money'
import { type ParkingSlot, type SlotType, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { useRef } from 'react'
import { getAppearance } from '../selection/selection.ts'
import type { SelectionState } from '../selection/use-selection.ts'
import { useShake } from '../selection/use-shake.ts'
import { SlotButton } from './slot-button.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import './slots.css'

interface Props {
  type: SlotType
  slots: ParkingSlot[]
  selection: SelectionState
}

export function SlotGrid({ type, slots, selection }: Props) {
  const { closed, pending, refusal, toggleSlot } = selection
  const grid = useRef<HTMLDivElement>(null)
  const { tabStop, handleKeyDown, handleFocus } = useArrowKeys(grid, slots[0]?._id)
  useShake(grid, refusal)

  const headingId = `${type}-slots`
  return (
    <div>
      <h3
        id={headingId}
        className="mb-3 flex items-baseline justify-between font-sans text-base font-medium"
      >
        {slotTypeName(type)} Slots
        <span className="tabular text-sm text-ash">{formatRupees(slotPrice(type))} each</span>
      </h3>
      {slots.length === 0 && <p className="text-sm text-ash">This screen has none.</p>}
      <div
        ref={grid}
        role="toolbar"
        aria-labelledby={headingId}
        onKeyDown={handleKeyDown}
        onFocus={handleFocus}
        className="slot-grid"
      >
        {slots.map((slot) => (
          <SlotButton
            key={slot._id}
            slot={slot}
            closed={closed}
            appearance={getAppearance(slot, pending)}
            isTabStop={slot._id === tabStop}
            onToggle={toggleSlot}
          />
        ))}
      </div>
    </div>
  )
}
