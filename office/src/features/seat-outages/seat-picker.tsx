import type { SeatOutage } from '@marquee/contract/office/shows/seat-outages'
import type { MapSeat, SeatAppearance } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { SeatLegend } from '@marquee/ui-kit/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/ui-kit/seat-map/seat-map.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'

const APPEARANCES = [
  ['available', 'In service'],
  ['selected', 'Chosen'],
  ['blocked', 'Out of service'],
] as const

interface Props {
  seats: MapSeat[]
  outages: SeatOutage[]
  /** The ids of the chosen seats. */
  chosen: ReadonlySet<string>
  onToggle: (seatId: string) => void
}

/** The seats of a screen, to choose those that are broken. */
export function SeatPicker({ seats, outages, chosen, onToggle }: Props) {
  const reasons = new Map(outages.map(({ seatId, reason }) => [seatId, reason]))
  const appearanceOf = ({ _id }: MapSeat): SeatAppearance => {
    if (reasons.has(_id)) return 'blocked'
    return chosen.has(_id) ? 'selected' : 'available'
  }
  const stateOf = ({ _id }: MapSeat) => {
    const reason = reasons.get(_id)
    if (reason !== undefined) return `out of service, ${reason}`
    return chosen.has(_id) ? 'chosen' : 'in service'
  }
  return (
    <div className="panel grid min-w-0 gap-2 overflow-hidden pb-2 [--section-inset:0.75rem]">
      <div className="px-3 pt-3">
        <SeatLegend
          appearances={APPEARANCES}
          accessLegend={seats.some(({ accessible }) => accessible) ? 'available' : undefined}
        />
      </div>
      <SeatMap
        seats={seats}
        view={{ appearanceOf, stateOf, isInactive: ({ _id }) => reasons.has(_id) }}
        onToggle={onToggle}
        onZoomedIn={() => notify('Tap again to choose')}
        noteOf={stateOf}
      />
    </div>
  )
}
