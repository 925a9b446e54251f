import { type ParkingSlot, SlotType } from '@marquee/contract/parking'
import Car from 'lucide-react/icons/car-front'
import Check from 'lucide-react/icons/check'
import { type Pending, selectedOf } from '#lib/selection.ts'
import { Button } from '#ui/button.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { VehicleFields } from './vehicle-fields.tsx'

interface Props {
  slots: ParkingSlot[]
  /** Nothing more can be chosen, only given back. */
  closed: boolean
  pending: Pending
  refusal: { placeId: string } | undefined
  open: boolean
  vehicleNumbers: Readonly<Record<string, string>>
  onOpen: (open: boolean) => void
  onToggle: (slotId: string) => void
  onVehicleNumber: (slotId: string, vehicleNumber: string) => void
}

/** Valet parking, for those who come by car or motorbike. */
export function ParkingSection(props: Props) {
  const { slots, closed, pending, refusal, open, onOpen, onToggle } = props
  return (
    <section aria-labelledby="valet-parking" className="panel p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 id="valet-parking" className="text-xl">
            Valet Parking
          </h2>
          <p className="mt-1 text-sm text-ash">Step out at the door; we park it for you.</p>
        </div>
        <Button
          variant="quiet"
          aria-pressed={open}
          disabled={closed && !open}
          onClick={() => onOpen(!open)}
        >
          {open ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Car aria-hidden="true" className="size-4" />
          )}
          {open ? 'Parking Selected' : 'Add Parking'}
        </Button>
      </div>
      {open && (
        <div className="reveal mt-6 grid gap-7">
          {SlotType.options.map((type) => (
            <SlotGrid
              key={type}
              type={type}
              closed={closed}
              slots={slots.filter((slot) => slot.type === type)}
              pending={pending}
              refusal={refusal}
              onToggle={onToggle}
            />
          ))}
          <VehicleFields
            slots={selectedOf(slots, pending)}
            vehicleNumbers={props.vehicleNumbers}
            onVehicleNumber={props.onVehicleNumber}
          />
        </div>
      )}
    </section>
  )
}
