import type { MapSeat, SeatAppearance } from '@marquee/browser/seat-map/map-seat.ts'
import { SeatLegend } from '@marquee/browser/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/browser/seat-map/seat-map.tsx'
import type { MovePlan } from '@marquee/contract/office/show-moves'
import type { StaffPlace } from '@marquee/contract/office/shows'
import { seatPrice } from '@marquee/contract/seats'
import { useMemo, useState } from 'react'

const APPEARANCES = [
  ['available', 'Free'],
  ['sold', 'Booked'],
  ['selected', 'Chosen party'],
  ['blocked', 'Without seats'],
] as const

interface Props {
  plan: MovePlan
  /** The places of the show as they are now. */
  places: StaffPlace[]
}

/** The hall as it is and as it would be. Choosing a seat shows the same party in both. */
export function MovePlanMaps({ plan: { from, to, bookings, hall }, places }: Props) {
  const [chosen, setChosen] = useState<string>()
  const oldSeats = useMemo(
    () => places.filter(({ kind }) => kind === 'seat').map(oldSeat),
    [places],
  )
  const newSeats = useMemo(
    () => hall.map((seat) => ({ ...seat, price: seatPrice(seat.category) })),
    [hall],
  )
  const owners = useMemo(() => {
    const all = bookings.flatMap(({ reference, isSeated, seats }) =>
      seats.map((seat) => ({ ...seat, reference, isSeated })),
    )
    return {
      before: new Map(all.map((seat) => [seat.from, seat])),
      after: new Map(all.flatMap((seat) => (seat.to === null ? [] : [[seat.to, seat] as const]))),
    }
  }, [bookings])

  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Hall
        title={`Now: ${from.screen.name}`}
        seats={oldSeats}
        owners={owners.before}
        {...{ chosen, setChosen }}
      />
      <Hall
        title={`Then: ${to.screen.name}`}
        seats={newSeats}
        owners={owners.after}
        {...{ chosen, setChosen }}
      />
    </div>
  )
}

const oldSeat = ({ _id, label, category, price }: StaffPlace): MapSeat => ({
  ...{ _id, seatNumber: label, category: category ?? '', price },
})

interface HallProps {
  title: string
  seats: MapSeat[]
  /** The party of each booked seat. */
  owners: Map<string, { reference: string; isSeated: boolean }>
  /** The reference of a party. */
  chosen: string | undefined
  setChosen: (reference: string | undefined) => void
}

function Hall({ title, seats, owners, chosen, setChosen }: HallProps) {
  const appearanceOf = ({ seatNumber }: MapSeat): SeatAppearance => {
    const owner = owners.get(seatNumber)
    if (!owner) return 'available'
    if (owner.reference === chosen) return 'selected'
    return owner.isSeated ? 'sold' : 'blocked'
  }
  const stateOf = ({ seatNumber }: MapSeat) => {
    const owner = owners.get(seatNumber)
    return owner ? `${owner.reference}${owner.isSeated ? '' : ', no new seat'}` : 'free'
  }
  const choose = (seatId: string) => {
    const seat = seats.find(({ _id }) => _id === seatId)
    setChosen(seat && owners.get(seat.seatNumber)?.reference)
  }
  return (
    <section
      aria-label={title}
      className="panel min-w-0 overflow-hidden pb-2 [--section-inset:0.75rem]"
    >
      <div className="grid gap-2 px-3 pt-3">
        <h2 className="font-semibold">{title}</h2>
        <SeatLegend appearances={APPEARANCES} />
      </div>
      <SeatMap
        seats={seats}
        view={{ appearanceOf, stateOf, isInactive: ({ seatNumber }) => !owners.has(seatNumber) }}
        onToggle={choose}
        onZoomedIn={() => undefined}
        noteOf={stateOf}
      />
    </section>
  )
}
