import { ACCESS_NAMES, tierName } from '@marquee/browser/seat-map/seat-label.ts'
import { formatRupees } from '@marquee/contract/money'
import { groupByRow, parseSeatNumber } from '@marquee/contract/seat-rows'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import { useMemo } from 'react'
import {
  type Appearance,
  getAppearance,
  stateText,
} from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'

interface Props {
  seats: Seat[]
  selection: SelectionState
  /** The visitor asks for accessible places. */
  isAccessible: boolean
}

const LISTED = new Set<Appearance>(['available', 'selected', 'friend'])

/** The alternative to the map: the selectable seats of each row as checkboxes. */
export function SeatList({ seats, selection, isAccessible }: Props) {
  const { closed, pending, toggleSeat } = selection
  const rows = useMemo(() => groupByRow(seats), [seats])
  const choices = (seats: Seat[]) =>
    seats
      .map((seat) => ({ seat, appearance: getAppearance(seat, pending, { isAccessible }) }))
      .filter(({ appearance }) => LISTED.has(appearance))

  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {rows.map(({ letters, seats }) => (
        <fieldset key={letters} className="min-w-0">
          <legend className="eyebrow mb-2">Row {letters}</legend>
          {choices(seats).length === 0 && <p className="text-sm text-ash">No seat is free here.</p>}
          <ul className="grid gap-1">
            {choices(seats).map(({ seat, appearance }) => (
              <li key={seat._id}>
                <SeatCheckbox
                  seat={seat}
                  appearance={appearance}
                  closed={closed}
                  onToggle={(seatId) => toggleSeat(seatId, { isAccessible })}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  )
}

interface CheckboxProps {
  seat: Seat
  appearance: Appearance
  closed: boolean
  onToggle: (seatId: string) => void
}

function SeatCheckbox({ seat, appearance, closed, onToggle }: CheckboxProps) {
  const isFriends = appearance === 'friend'
  const checked = appearance !== 'available'
  return (
    <label className="flex min-h-9 items-center gap-3 rounded px-2 transition-colors hover:bg-brass/10">
      <input
        type="checkbox"
        checked={checked}
        disabled={isFriends ? !seat.releasable : closed && !checked}
        onChange={() => onToggle(seat._id)}
        className="size-5 accent-brass"
      />
      <span>
        Seat {parseSeatNumber(seat.seatNumber).number}
        {isFriends && `, ${stateText(appearance, seat)}`}
      </span>
      <span className="tabular ms-auto text-sm text-ash">
        {seat.accessible && `${ACCESS_NAMES[seat.accessible]}, `}
        {tierName(seat.category)}, {formatRupees(seatPrice(seat.category))}
      </span>
    </label>
  )
}
