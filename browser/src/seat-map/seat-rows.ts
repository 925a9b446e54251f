import type { MapSeat } from './map-seat.ts'

export interface SeatRow<S extends MapSeat> {
  letters: string
  seats: S[]
  /** The seats left of, between and right of the two aisles. */
  blocks: [S[], S[], S[]]
}

/** Splits `A12` into its row letters and its number. */
export function parseSeatNumber(seatNumber: string) {
  const [, letters = seatNumber, number = ''] = /^([A-Z]+)(\d+)$/.exec(seatNumber) ?? []
  return { letters, number: Number(number) }
}

/** Rows from the screen to the back: A to Z, then AA. Seats are sorted by number. */
export function groupByRow<S extends MapSeat>(seats: readonly S[]): SeatRow<S>[] {
  const parsed = seats.map((seat) => ({ seat, ...parseSeatNumber(seat.seatNumber) }))
  const rows = Object.groupBy(parsed, ({ letters }) => letters)
  return Object.entries(rows)
    .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([letters, inRow = []]) => {
      const sorted = inRow.toSorted((a, b) => a.number - b.number).map(({ seat }) => seat)
      return { letters, seats: sorted, blocks: splitAtAisles(sorted) }
    })
}

/** First 25 %, middle 50 %, last 25 % (specification §2). */
function splitAtAisles<S extends MapSeat>(row: S[]): SeatRow<S>['blocks'] {
  const quarter = Math.floor(row.length / 4)
  return [
    row.slice(0, quarter),
    row.slice(quarter, row.length - quarter),
    row.slice(row.length - quarter),
  ]
}
