import { rupees } from '@marquee/contract/money'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import { useMemo } from 'react'
import { appearanceOf, type Pending } from '#lib/selection.ts'
import { seatName, seatRows } from './seat-rows.ts'
import { tierName } from './seat-words.ts'

interface Props {
  seats: Seat[]
  closed: boolean
  pending: Pending
  onToggle: (seatId: string) => void
}

/** The same choice without a map: what can be had, row by row. */
export function SeatList({ seats, closed, pending, onToggle }: Props) {
  const rows = useMemo(() => seatRows(seats), [seats])
  const open = ({ seats }: { seats: Seat[] }) =>
    seats.filter((seat) => ['available', 'selected'].includes(appearanceOf(seat, pending)))

  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {rows.map((row) => (
        <fieldset key={row.letters} className="min-w-0">
          <legend className="eyebrow mb-2">Row {row.letters}</legend>
          {open(row).length === 0 && <p className="text-sm text-ash">No seat is free here.</p>}
          <ul className="grid gap-1">
            {open(row).map((seat) => (
              <li key={seat._id}>
                <SeatChoice
                  seat={seat}
                  chosen={appearanceOf(seat, pending) === 'selected'}
                  closed={closed}
                  onToggle={onToggle}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  )
}

interface ChoiceProps {
  seat: Seat
  chosen: boolean
  closed: boolean
  onToggle: (seatId: string) => void
}

function SeatChoice({ seat, chosen, closed, onToggle }: ChoiceProps) {
  return (
    <label className="flex min-h-9 items-center gap-3 rounded px-2 transition-colors hover:bg-brass/10">
      <input
        type="checkbox"
        checked={chosen}
        disabled={closed && !chosen}
        onChange={() => onToggle(seat._id)}
        className="size-5 accent-brass"
      />
      <span>Seat {seatName(seat.seatNumber).number}</span>
      <span className="tabular ml-auto text-sm text-ash">
        {tierName(seat.category)}, {rupees(seatPrice(seat.category))}
      </span>
    </label>
  )
}
