/** What the position of a seat depends on. */
export interface NumberedSeat {
  /** Row letters, then the number in that row: A12. */
  seatNumber: string
  /** In a drawn row: cells from the middle of the hall. */
  x?: number | undefined
}

interface SeatRow<S extends NumberedSeat> {
  letters: string
  /** From left to right. */
  seats: S[]
  /** The seats left of, between and right of its two aisles. In a drawn row, the seats without an empty position between them. */
  sections: S[][]
}

/** Splits `A12` into its row letters and its number. */
export function parseSeatNumber(seatNumber: string) {
  const [, letters = seatNumber, number = ''] = /^([A-Z]+)(\d+)$/.exec(seatNumber) ?? []
  return { letters, number: Number(number) }
}

/** Sorts seats, or the letters of rows, from the screen to the back: rows A to Z, then AA, and A2 before A12. */
export const sortBySeatNumber = <T>(items: readonly T[], seatNumberOf: (item: T) => string): T[] =>
  sortParsed(items, seatNumberOf).map(({ item }) => item)

const sortParsed = <T>(items: readonly T[], seatNumberOf: (item: T) => string) =>
  items
    .map((item) => ({ item, ...parseSeatNumber(seatNumberOf(item)) }))
    .toSorted(
      (a, b) =>
        a.letters.length - b.letters.length ||
        (a.letters === b.letters ? a.number - b.number : a.letters < b.letters ? -1 : 1),
    )

/** Rows from the screen to the back. Seats are sorted by number, or in a drawn row by their positions. */
export function groupByRow<S extends NumberedSeat>(seats: readonly S[]): SeatRow<S>[] {
  const sorted = sortParsed(seats, ({ seatNumber }) => seatNumber)
  const rows = Map.groupBy(sorted, (parsed) => parsed.letters)
  return [...rows].map(([letters, parsed]) => {
    const inRow = parsed.map(({ item }) => item)
    if (!inRow.every(isDrawn)) return { letters, seats: inRow, sections: splitAtAisles(inRow) }
    const seats = inRow.toSorted((one, other) => one.x - other.x)
    return { letters, seats, sections: splitByPosition(seats) }
  })
}

type Drawn<S> = S & { x: number }

const isDrawn = <S extends NumberedSeat>(seat: S): seat is Drawn<S> => seat.x !== undefined

/** Seats that are one cell apart are side by side. */
function splitByPosition<S>(row: Drawn<S>[]) {
  const sections: S[][] = []
  for (const [index, seat] of row.entries()) {
    const before = row[index - 1]
    if (before && seat.x - before.x <= 1) sections.at(-1)?.push(seat)
    else sections.push([seat])
  }
  return sections
}

/** First 25 %, middle 50 %, last 25 % (specification §2). */
function splitAtAisles<S extends NumberedSeat>(row: S[]): S[][] {
  const quarter = Math.floor(row.length / 4)
  return [
    row.slice(0, quarter),
    row.slice(quarter, row.length - quarter),
    row.slice(row.length - quarter),
  ]
}

/** Width in cells. One cell is as wide as one seat. */
const AISLE_WIDTH = 0.5

/** A seat with its distance from the middle of the hall in cells. */
interface SeatWithOffset<S> {
  seat: S
  offset: number
}

export interface RowLayout<S extends NumberedSeat> {
  letters: string
  seats: S[]
  /** Cells from the middle of the hall to the left and the right end of the row. */
  left: number
  right: number
  /** The seats between two aisles. */
  sections: SeatWithOffset<S>[][]
}

/** Positions every seat of a row. A row that is not drawn is centred. */
export function layoutRow<S extends NumberedSeat>(row: SeatRow<S>): RowLayout<S> {
  const { letters, seats } = row
  const sections = seats.every(isDrawn)
    ? row.sections.map((section) => section.map((seat) => ({ seat, offset: seat.x ?? 0 })))
    : centredSections(row)
  const placed = sections.flat()
  return {
    letters,
    seats,
    left: (placed[0]?.offset ?? 0) - 0.5,
    right: (placed.at(-1)?.offset ?? 0) + 0.5,
    sections,
  }
}

function centredSections<S extends NumberedSeat>({ seats, sections }: SeatRow<S>) {
  const filled = sections.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE_WIDTH
  let sectionStart = -width / 2
  return filled.map((section) => {
    const start = sectionStart
    sectionStart += section.length + AISLE_WIDTH
    return section.map((seat, index) => ({ seat, offset: start + index + 0.5 }))
  })
}

/** Width in cells of a hall that is as wide on both sides of its middle, without the letters of its rows. */
export const layoutWidth = (rows: readonly RowLayout<NumberedSeat>[]) =>
  2 * Math.max(0, ...rows.flatMap(({ left, right }) => [-left, right]))
