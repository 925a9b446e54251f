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
  const { closed, open, onOpen } = props
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
            <SlotsOfType key={type} {...props} type={type} />
          ))}
        </div>
      )}
    </section>
  )
}

/** The bays of one kind, and right below them whose vehicle goes where. */
function SlotsOfType({ type, ...props }: Props & { type: SlotType }) {
  const { closed, pending, refusal, onToggle, vehicleNumbers, onVehicleNumber } = props
  const slots = props.slots.filter((slot) => slot.type === type)
  return (
    <div className="grid gap-5">
      <SlotGrid {...{ type, slots, closed, pending, refusal, onToggle }} />
      <VehicleFields
        slots={selectedOf(slots, pending)}
        vehicleNumbers={vehicleNumbers}
        onVehicleNumber={onVehicleNumber}
      />
    </div>
  )
}
