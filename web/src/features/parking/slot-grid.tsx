import { rupees } from '@marquee/contract/money'
import { type ParkingSlot, type SlotType, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { useRef } from 'react'
import { appearanceOf, type Pending } from '#lib/selection.ts'
import { useShake } from '#lib/use-shake.ts'
import { SlotButton } from './slot.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import './slots.css'

interface Props {
  type: SlotType
  slots: ParkingSlot[]
  closed: boolean
  pending: Pending
  refusal: { placeId: string } | undefined
  onToggle: (slotId: string) => void
}

export function SlotGrid({ type, slots, closed, pending, refusal, onToggle }: Props) {
  const bays = useRef<HTMLDivElement>(null)
  const { tabStop, step, stay } = useArrowKeys(bays, slots[0]?._id)
  useShake(bays, refusal)

  const heading = `${type}-slots`
  return (
    <div>
      <h3
        id={heading}
        className="mb-3 flex items-baseline justify-between font-sans text-base font-medium"
      >
        {slotTypeName(type)} Slots
        <span className="tabular text-sm text-ash">{rupees(slotPrice(type))} each</span>
      </h3>
      {slots.length === 0 && <p className="text-sm text-ash">This screen has none.</p>}
      <div
        ref={bays}
        role="toolbar"
        aria-labelledby={heading}
        onKeyDown={step}
        onFocus={stay}
        className="slot-grid"
      >
        {slots.map((slot) => (
          <SlotButton
            key={slot._id}
            slot={slot}
            closed={closed}
            appearance={appearanceOf(slot, pending)}
            isTabStop={slot._id === tabStop}
            onToggle={onToggle}
          />
        ))}
      </div>
    </div>
  )
}
