import { rupees } from '@marquee/contract/money'
import { type ParkingSlot, type SlotType, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { useRef } from 'react'
import { appearanceOf, type Pending } from '#lib/selection.ts'
import { useShake } from '#lib/use-shake.ts'
import { SlotButton } from './slot.tsx'
import './slots.css'

interface Props {
  type: SlotType
  slots: ParkingSlot[]
  pending: Pending
  refusal: { placeId: string } | undefined
  onToggle: (slotId: string) => void
}

export function SlotGrid({ type, slots, pending, refusal, onToggle }: Props) {
  const bays = useRef<HTMLUListElement>(null)
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
      <ul ref={bays} aria-labelledby={heading} className="slot-grid">
        {slots.map((slot) => (
          <li key={slot._id}>
            <SlotButton slot={slot} appearance={appearanceOf(slot, pending)} onToggle={onToggle} />
          </li>
        ))}
      </ul>
    </div>
  )
}
