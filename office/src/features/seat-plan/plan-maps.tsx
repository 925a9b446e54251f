import type { MovePlan, PlannedBooking } from '@marquee/contract/office/shows/show-moves'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { MapSeat, SeatAppearance } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { useMemo, useState } from 'react'
import { StaffSeatMap } from '#ui/staff-seat-map.tsx'

type Legend = readonly (readonly [SeatAppearance, string])[]

interface HallOfPlan {
  title: string
  seats: MapSeat[]
  legend: Legend
  /** The appearance and the state of a seat that no booking of the plan has. */
  otherSeat: (seat: MapSeat) => readonly [SeatAppearance, state: string]
}

interface Props {
  bookings: PlannedBooking[]
  before: HallOfPlan
  after: HallOfPlan
}

/** The hall as it is and as it would be. Choosing a seat shows the same party in both. */
export function PlanMaps({ bookings, before, after }: Props) {
  const [chosen, setChosen] = useState<string>()
  const owners = useMemo(() => ownersBySeat(bookings), [bookings])
  const choice = { chosen, setChosen }
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <HallMap hall={before} owners={owners.before} {...choice} />
      <HallMap hall={after} owners={owners.after} {...choice} />
    </div>
  )
}

export const staffSeat = (place: StaffPlace): MapSeat => {
  const { _id, label: seatNumber, x, category, price, accessible } = place
  return { _id, seatNumber, x, category: category ?? '', price, accessible }
}

export const hallSeat = (seat: MovePlan['hall'][number]): MapSeat => ({
  ...seat,
  price: seatPrice(seat.category),
})

interface Owner {
  reference: string
  /** Whether the party keeps a seat for this one. */
  hasSeat: boolean
}

/** The party of each booked seat, by its label, before and after. */
function ownersBySeat(bookings: readonly PlannedBooking[]) {
  const all = bookings.flatMap(({ reference, seats }) =>
    seats.map(({ from, to }) => ({ from, to, owner: { reference, hasSeat: to !== null } })),
  )
  return {
    before: new Map(all.map(({ from, owner }) => [from, owner])),
    after: new Map(all.flatMap(({ to, owner }) => (to === null ? [] : [[to, owner] as const]))),
  }
}

interface HallProps {
  hall: HallOfPlan
  owners: ReadonlyMap<string, Owner>
  /** The reference of a party. */
  chosen: string | undefined
  setChosen: (reference: string | undefined) => void
}

function HallMap({
  hall: { title, seats, legend, otherSeat },
  owners,
  chosen,
  setChosen,
}: HallProps) {
  const appearanceOf = (seat: MapSeat): SeatAppearance => {
    const owner = owners.get(seat.seatNumber)
    if (!owner) return otherSeat(seat)[0]
    if (owner.reference === chosen) return 'selected'
    return owner.hasSeat ? 'sold' : 'unavailable'
  }
  const stateOf = (seat: MapSeat) => {
    const owner = owners.get(seat.seatNumber)
    return owner ? `${owner.reference}${owner.hasSeat ? '' : ', no new seat'}` : otherSeat(seat)[1]
  }
  const view = {
    appearanceOf,
    stateOf,
    isInactive: ({ seatNumber }: MapSeat) => !owners.has(seatNumber),
  }
  const choose = (seatId: string) => {
    const seat = seats.find(({ _id }) => _id === seatId)
    setChosen(seat && owners.get(seat.seatNumber)?.reference)
  }
  return (
    <section aria-label={title} className="panel min-w-0 overflow-hidden pb-2">
      <StaffSeatMap
        heading={<h2 className="font-semibold">{title}</h2>}
        legend={{ appearances: legend }}
        map={{ seats, view, onToggle: choose, noteOf: stateOf }}
      />
    </section>
  )
}
