import type { ParkingSlot, SlotType } from '@marquee/contract/parking'
import { SLOT_TYPES, slotPrice } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Car from 'lucide-react/icons/car-front'
import Check from 'lucide-react/icons/check'
import Motorbike from 'lucide-react/icons/motorbike'
import { useState } from 'react'
import { placeKey } from '#features/seat-selection/places/place-map.ts'
import { getAppearance } from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { SlotGrid } from './slot-grid.tsx'
import { VehicleField } from './vehicle-field.tsx'

interface Props {
  slots: ParkingSlot[]
  selection: SelectionState
  open: boolean
  /** The visitor pays for the slots of friends too. */
  paysForAll: boolean
  vehicleNumbers: Readonly<Record<string, string>>
  onOpenChange: (open: boolean) => void
  onVehicleNumber: (slotId: string, vehicleNumber: string) => void
}

/** One tap takes any slot. The grids of slots are for those who want to choose. */
export function ParkingSection(props: Props) {
  const { slots, selection, open, paysForAll, vehicleNumbers } = props
  const { onOpenChange, onVehicleNumber } = props
  /** The keys of the slots that one tap has taken, the last one at the end. While one is selected, the grids are closed. */
  const [takenKeys, setTakenKeys] = useState<readonly string[]>([])
  const taken = selection.slots.filter((slot) => takenKeys.includes(placeKey(slot)))
  const hasGrids = open && taken.length === 0

  const take = (slot: ParkingSlot) => {
    selection.toggleSlot(slot)
    setTakenKeys((keys) => [...keys.filter((key) => key !== placeKey(slot)), placeKey(slot)])
  }
  const toggle = () => {
    setTakenKeys([])
    onOpenChange(!open)
  }

  return (
    <section aria-labelledby="valet-parking" className="panel grid gap-3 p-4 sm:px-7 sm:py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="valet-parking" className="text-lg">
          Valet Parking
        </h2>
        <Button
          variant="secondary"
          aria-pressed={open}
          disabled={!selection.canHold && !open}
          onClick={toggle}
        >
          {open && <Check aria-hidden="true" className="size-4" />}
          <span>{open ? 'Parking Selected' : 'Add Parking'}</span>
        </Button>
      </div>
      {!hasGrids && (
        <div className="grid gap-2 sm:grid-cols-2">
          {SLOT_TYPES.map((type) => (
            <AnySlotButton
              key={type}
              type={type}
              selected={taken.find((slot) => slot.type === type)}
              free={slots.find(
                (slot) =>
                  slot.type === type && getAppearance(slot, selection.pending) === 'available',
              )}
              isDisabled={!selection.canHold}
              onToggle={take}
            />
          ))}
        </div>
      )}
      {taken.length > 0 && (
        <>
          {selection.slots.map((slot) => (
            <VehicleField
              key={slot._id}
              slot={slot}
              takesFocus={placeKey(slot) === takenKeys.at(-1)}
              value={vehicleNumbers[slot._id] ?? ''}
              onChange={(vehicleNumber) => onVehicleNumber(slot._id, vehicleNumber)}
            />
          ))}
          <button
            type="button"
            className="text-button justify-self-start"
            onClick={() => {
              setTakenKeys([])
              onOpenChange(true)
            }}
          >
            Choose another slot
          </button>
        </>
      )}
      {hasGrids && (
        <div className="reveal grid gap-6">
          {SLOT_TYPES.map((type) => (
            <SlotGrid
              key={type}
              type={type}
              slots={slots.filter((slot) => slot.type === type)}
              paysForAll={paysForAll}
              selection={selection}
              vehicleNumbers={vehicleNumbers}
              onVehicleNumber={onVehicleNumber}
            />
          ))}
        </div>
      )}
    </section>
  )
}

const VEHICLES = {
  twoWheeler: { name: 'scooter', Icon: Motorbike },
  fourWheeler: { name: 'car', Icon: Car },
} satisfies Record<SlotType, object>

interface AnySlotProps {
  type: SlotType
  /** The slot that this button has taken. */
  selected: ParkingSlot | undefined
  /** The slot that it takes. */
  free: ParkingSlot | undefined
  isDisabled: boolean
  onToggle: (slot: ParkingSlot) => void
}

function AnySlotButton({ type, selected, free, isDisabled, onToggle }: AnySlotProps) {
  const { name, Icon } = VEHICLES[type]
  const slot = selected ?? free
  return (
    <button
      type="button"
      aria-pressed={selected !== undefined}
      disabled={!slot || (isDisabled && !selected)}
      onClick={() => slot && onToggle(slot)}
      className="any-slot"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span>
        {slot
          ? `1 ${name}, any slot, ${formatRupees(slotPrice(type))}`
          : `No slot for a ${name} is free`}
      </span>
    </button>
  )
}
