import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import type { MapSeat } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { SeatLegend } from '@marquee/ui-kit/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/ui-kit/seat-map/seat-map.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMemo } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { placeAppearance, placeNote } from './place-state.ts'
import type { Selection } from './selection.ts'
import './staff-seats.css'

interface StaffSeat extends MapSeat {
  place: StaffPlace
}

const APPEARANCES = [
  ['available', 'Available'],
  ['selected', 'Chosen'],
  ['held', 'Held'],
  ['sold', 'Sold'],
  ['admitted', 'Let in'],
  ['unavailable', 'Blocked'],
] as const

interface Props {
  places: StaffPlace[]
  selection: Selection
  onToggle: (placeId: string) => void
  refusal: { placeId: string } | undefined
}

/** The seats of a show as staff sees them: with bookings, deadlines and reasons. */
export function StaffMap({ places, selection, onToggle, refusal }: Props) {
  const timeZone = useTimeZone()
  const seats = useMemo(() => places.filter(({ kind }) => kind === 'seat').map(seatOf), [places])
  const view = {
    appearanceOf: ({ place }: StaffSeat) => placeAppearance(place, selection.has(place._id)),
    isInactive: ({ place }: StaffSeat) => place.status === 'HELD',
    stateOf: ({ place }: StaffSeat) =>
      selection.has(place._id) ? 'chosen' : placeNote(place, timeZone),
  }
  return (
    <div className="grid min-w-0 gap-2 [--section-inset:0.75rem]">
      <div className="px-3 pt-3">
        <SeatLegend
          appearances={APPEARANCES}
          accessLegend={seats.some(({ accessible }) => accessible) ? 'available' : undefined}
        />
      </div>
      <SeatMap
        seats={seats}
        view={view}
        onToggle={onToggle}
        onZoomedIn={() => notify('Tap again to choose')}
        refusal={refusal}
        noteOf={({ place }) => placeNote(place, timeZone)}
      />
    </div>
  )
}

/** One object per place, so that rows without a change are not rendered again. */
const seats = new WeakMap<StaffPlace, StaffSeat>()

function seatOf(place: StaffPlace): StaffSeat {
  const { _id, label: seatNumber, x, category, price, accessible } = place
  const seat = seats.get(place) ?? {
    _id,
    seatNumber,
    x,
    category: category ?? '',
    price,
    place,
    accessible,
  }
  seats.set(place, seat)
  return seat
}
