import type { Seat } from '@marquee/contract/seats'

export interface SeatRow {
  letters: string
  seats: Seat[]
  /** Left, middle and right of the aisles. */
  blocks: [Seat[], Seat[], Seat[]]
}

/** `A12` as row letters and the number in that row. */
export function seatName(seatNumber: string) {
  const [, letters = seatNumber, number = ''] = /^([A-Z]+)(\d+)$/.exec(seatNumber) ?? []
  return { letters, number: Number(number) }
}

/** Rows from the screen backwards, A to Z and then AA, each cut by two aisles. */
export function seatRows(seats: readonly Seat[]): SeatRow[] {
  const named = seats.map((seat) => ({ seat, ...seatName(seat.seatNumber) }))
  const rows = Object.groupBy(named, ({ letters }) => letters)
  return Object.entries(rows)
    .toSorted(([one], [other]) => one.length - other.length || (one < other ? -1 : 1))
    .map(([letters, inRow = []]) => {
      const sorted = inRow.toSorted((one, other) => one.number - other.number)
      const inOrder = sorted.map(({ seat }) => seat)
      return { letters, seats: inOrder, blocks: split(inOrder) }
    })
}

/** A quarter, the rest and a quarter (specification, section 2). */
function split(row: Seat[]): SeatRow['blocks'] {
  const quarter = Math.floor(row.length / 4)
  return [
    row.slice(0, quarter),
    row.slice(quarter, row.length - quarter),
    row.slice(row.length - quarter),
  ]
}
