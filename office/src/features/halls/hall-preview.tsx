import { seatsOfRows } from '@marquee/contract/seats/hall-seats'
import { parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import { seatPrice, tiersOf } from '@marquee/contract/seats/seat-tiers'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import type { MapSeat } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { useDeferredValue, useMemo } from 'react'
import { StaffSeatMap } from '#ui/staff-seat-map.tsx'
import { accessOf, type HallRow } from './hall-row.ts'
import './hall-preview.css'

const VIEW = {
  appearanceOf: () => 'available' as const,
  stateOf: () => 'available',
  isInactive: () => false,
}

interface Props {
  rows: HallRow[]
  /** Called with the letters of the row of a seat that is clicked. */
  onRow: (letters: string) => void
}

/** The hall as visitors see it, with the number of its seats. */
export function HallPreview({ rows, onRow }: Props) {
  // A large hall renders after the field that was typed in.
  const shown = useDeferredValue(rows)
  const seats = useMemo(() => mapSeats(shown), [shown])
  return (
    <section
      aria-label="As visitors see it"
      className="hall-preview panel min-w-0 overflow-hidden pb-2 xl:sticky xl:top-4"
    >
      <StaffSeatMap
        heading={
          <>
            <h2 className="font-semibold">As visitors see it</h2>
            <p className="text-sm text-ash">{describeHall(shown)}</p>
          </>
        }
        legend={{ appearances: [], tiers: tiersOf(seats) }}
        map={{
          seats,
          view: VIEW,
          onToggle: (seatId) => onRow(parseSeatNumber(seatId).letters),
        }}
      />
    </section>
  )
}

const mapSeats = (rows: readonly HallRow[]): MapSeat[] =>
  [...seatsOfRows(rows)].flatMap(([row, seats]) =>
    seats.map(({ label, number, x }) => ({
      _id: label,
      seatNumber: label,
      category: row.category,
      price: seatPrice(row.category),
      accessible: accessOf(row, number),
      x: x ?? undefined,
    })),
  )

/** `40 seats: 30 Standard ₹150, 10 VIP ₹250 · 2 wheelchair places · 1 companion seat` */
function describeHall(rows: readonly HallRow[]) {
  const sum = (count: (row: HallRow) => number, of = rows) =>
    of.reduce((total, row) => total + count(row), 0)
  const seatsOf = ({ seats }: HallRow) => seats
  const categories = [...Map.groupBy(rows, ({ category }) => category)].map(
    ([category, own]) => `${sum(seatsOf, own)} ${category} ${formatRupees(seatPrice(category))}`,
  )
  const wheelchairs = sum(({ accessible = [] }) => accessible.length)
  const companions = sum(({ companion = [] }) => companion.length)
  return [
    `${countOf(sum(seatsOf), 'seat')}: ${categories.join(', ')}`,
    ...(wheelchairs > 0 ? [countOf(wheelchairs, 'wheelchair place')] : []),
    ...(companions > 0 ? [countOf(companions, 'companion seat')] : []),
  ].join(' · ')
}
