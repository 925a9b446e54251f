/** What the position of a seat depends on. */
export interface NumberedSeat {
  /** Row letters, then the number in that row: A12. */
  seatNumber: string
}

interface SeatRow<S extends NumberedSeat> {
  letters: string
  seats: S[]
  /** The seats left of, between and right of the two aisles. */
  sections: [S[], S[], S[]]
}

/** Splits `A12` into its row letters and its number. */
export function parseSeatNumber(seatNumber: string) {
  const [, letters = seatNumber, number = ''] = /^([A-Z]+)(\d+)$/.exec(seatNumber) ?? []
  return { letters, number: Number(number) }
}

/** Sorts seats, or the letters of rows, from the screen to the back: rows A to Z, then AA, and A2 before A12. */
export const sortBySeatNumber = <T>(items: readonly T[], seatNumberOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, ...parseSeatNumber(seatNumberOf(item)) }))
    .toSorted(
      (a, b) =>
        a.letters.length - b.letters.length ||
        (a.letters === b.letters ? a.number - b.number : a.letters < b.letters ? -1 : 1),
    )
    .map(({ item }) => item)

/** Rows from the screen to the back. Seats are sorted by number. */
export function groupByRow<S extends NumberedSeat>(seats: readonly S[]): SeatRow<S>[] {
  const sorted = sortBySeatNumber(seats, ({ seatNumber }) => seatNumber)
  const rows = Map.groupBy(sorted, ({ seatNumber }) => parseSeatNumber(seatNumber).letters)
  return [...rows].map(([letters, inRow]) => ({
    letters,
    seats: inRow,
    sections: splitAtAisles(inRow),
  }))
}

/** First 25 %, middle 50 %, last 25 % (specification §2). */
function splitAtAisles<S extends NumberedSeat>(row: S[]): SeatRow<S>['sections'] {
  const quarter = Math.floor(row.length / 4)
  return [
    row.slice(0, quarter),
    row.slice(quarter, row.length - quarter),
    row.slice(row.length - quarter),
  ]
}

/** Width in cells. One cell is as wide as one seat. */
const AISLE_WIDTH = 0.5

export interface RowLayout<S extends NumberedSeat> {
  letters: string
  seats: S[]
  /** Cells from the middle of the row to its ends. */
  edge: number
  /** The seats between two aisles. `offset` is the distance from the middle of the row in cells. */
  sections: { seat: S; offset: number }[][]
}

/** Positions every seat of a row. Rows are centred. */
export function layoutRow<S extends NumberedSeat>({
  letters,
  seats,
  sections,
}: SeatRow<S>): RowLayout<S> {
  const filled = sections.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE_WIDTH
  let sectionStart = -width / 2
  const positioned = filled.map((section) => {
    const start = sectionStart
    sectionStart += section.length + AISLE_WIDTH
    return section.map((seat, index) => ({ seat, offset: start + index + 0.5 }))
  })
  return { letters, seats, edge: width / 2, sections: positioned }
}

/** Width of the widest row in cells, without its letters. */
export const layoutWidth = (rows: readonly RowLayout<NumberedSeat>[]) =>
  Math.max(0, ...rows.map(({ edge }) => 2 * edge))
