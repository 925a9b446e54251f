import { ACCESS_NAMES } from '@marquee/contract/seats/access-texts'
import { groupByRow, parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import type { SeatAppearance, SeatView } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { tierName } from '@marquee/ui-kit/seat-map/seat-label.ts'
import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { useMemo } from 'react'

interface Props {
  seats: Seat[]
  view: SeatView<Seat>
  onToggle: (seatId: string) => void
}

/** Whether the checkbox of a seat is checked. Seats that are not listed cannot be chosen. */
const LISTED = new Map<SeatAppearance, boolean>([
  ['available', false],
  ['preview', false],
  ['selected', true],
  ['friend', true],
  ['booked', true],
  ['given-back', false],
])

/** The alternative to the map: the selectable seats of each row as checkboxes. */
export function SeatList({ seats, view, onToggle }: Props) {
  const rows = useMemo(() => groupByRow(seats), [seats])
  const listed = (seats: Seat[]) => seats.filter((seat) => LISTED.has(view.appearanceOf(seat)))

  return (
    <div className="my-3 grid gap-6 sm:grid-cols-2">
      {rows.map(({ letters, seats }) => (
        <fieldset key={letters} className="min-w-0">
          <legend className="eyebrow mb-2">Row {letters}</legend>
          {listed(seats).length === 0 && <p className="text-sm text-ash">No seat is free here.</p>}
          <ul className="grid gap-1">
            {listed(seats).map((seat) => (
              <li key={seat._id}>
                <SeatCheckbox seat={seat} view={view} onToggle={onToggle} />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  )
}

/** Their state is more than whether they are chosen. */
const WITH_STATE = new Set<SeatAppearance>(['friend', 'booked', 'given-back'])

interface CheckboxProps extends Omit<Props, 'seats'> {
  seat: Seat
}

function SeatCheckbox({ seat, view, onToggle }: CheckboxProps) {
  const appearance = view.appearanceOf(seat)
  return (
    <Checkbox
      checked={LISTED.get(appearance) ?? false}
      disabled={view.isInactive(seat)}
      onChange={() => onToggle(seat._id)}
      className="min-h-9 rounded px-2 transition-colors hover:bg-brass/10"
    >
      <span className="max-w-3/5 shrink-0">
        Seat {parseSeatNumber(seat.seatNumber).number}
        {WITH_STATE.has(appearance) && `, ${view.stateOf(seat)}`}
      </span>
      <span className="tabular ms-auto text-end text-sm text-ash">
        {seat.accessible && `${ACCESS_NAMES[seat.accessible]}, `}
        {tierName(seat.category)}, {formatRupees(seatPrice(seat.category))}
      </span>
    </Checkbox>
  )
}
