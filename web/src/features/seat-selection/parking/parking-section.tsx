import { type ParkingSlot, SlotType } from '@marquee/contract/parking'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Car from 'lucide-react/icons/car-front'
import Check from 'lucide-react/icons/check'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { SlotGrid } from './slot-grid.tsx'

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

export function ParkingSection(props: Props) {
  const { slots, selection, open, paysForAll, vehicleNumbers } = props
  const { onOpenChange, onVehicleNumber } = props
  const Icon = open ? Check : Car
  return (
    <section aria-labelledby="valet-parking" className="panel p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 id="valet-parking" className="text-xl">
            Valet Parking
          </h2>
          <p className="mt-1 text-sm text-ash">
            Drive up to the entrance. We park your vehicle in the slot you choose.
          </p>
        </div>
        <Button
          variant="secondary"
          aria-pressed={open}
          disabled={selection.closed && !open}
          onClick={() => onOpenChange(!open)}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span>{open ? 'Parking Selected' : 'Add Parking'}</span>
        </Button>
      </div>
      {open && (
        <div className="reveal mt-6 grid gap-7">
          {SlotType.options.map((type) => (
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
