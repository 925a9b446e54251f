/** What the position of a seat depends on. */
export interface NumberedSeat {
  /** Row letters, then the number in that row: A12. */
  seatNumber: string
  /** Of a row whose positions are drawn: cells from the middle of the hall, negative on the left. */
  x?: number | undefined
}

export interface SeatRow<S extends NumberedSeat> {
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
    blocks: splitAtAisles(inRow),
  }))
}

/** First 25 %, middle 50 %, last 25 % (specification §2). */
function splitAtAisles<S extends NumberedSeat>(row: S[]): SeatRow<S>['blocks'] {
  const quarter = Math.floor(row.length / 4)
  return [
    row.slice(0, quarter),
    row.slice(quarter, row.length - quarter),
    row.slice(row.length - quarter),
  ]
}

/** Width in cells. One cell is as wide as one seat. */
const AISLE_WIDTH = 0.5

/** A seat with the distance from the middle of the hall in cells: negative on the left. */
interface SeatAt<S> {
  seat: S
  offset: number
}

export interface RowLayout<S extends NumberedSeat> {
  letters: string
  /** From left to right, for a viewer who faces the screen. */
  seats: S[]
  /** Cells from the middle of the hall to the left and the right end of the row. */
  left: number
  right: number
  /** The seats between two aisles or gaps. */
  blocks: SeatAt<S>[][]
}

/** Positions every seat of a row: where it is drawn, else centred, with aisles after the first and before the last quarter. */
export function layoutRow<S extends NumberedSeat>(row: SeatRow<S>): RowLayout<S> {
  const blocks = row.seats.some(({ x }) => x !== undefined)
    ? drawnBlocks(row.seats)
    : centredBlocks(row)
  const positioned = blocks.flat()
  return {
    letters: row.letters,
    seats: positioned.map(({ seat }) => seat),
    left: (positioned[0]?.offset ?? 0) - 0.5,
    right: (positioned.at(-1)?.offset ?? 0) + 0.5,
    blocks,
  }
}

function centredBlocks<S extends NumberedSeat>({ seats, blocks }: SeatRow<S>): SeatAt<S>[][] {
  const filled = blocks.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE_WIDTH
  let blockStart = -width / 2
  return filled.map((block) => {
    const start = blockStart
    blockStart += block.length + AISLE_WIDTH
    return block.map((seat, index) => ({ seat, offset: start + index + 0.5 }))
  })
}

/** Seats that are more than a cell apart have a gap between them. */
function drawnBlocks<S extends NumberedSeat>(seats: readonly S[]): SeatAt<S>[][] {
  const blocks: SeatAt<S>[][] = []
  const sorted = seats
    .map((seat) => ({ seat, offset: seat.x ?? 0 }))
    .toSorted((one, other) => one.offset - other.offset)
  for (const [index, seat] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before && seat.offset - before.offset < 1 + AISLE_WIDTH / 2) blocks.at(-1)?.push(seat)
    else blocks.push([seat])
  }
  return blocks
}

/** Width in cells of a hall that is as wide on both sides of its middle, without the letters of its rows. */
export const layoutWidth = (rows: readonly RowLayout<NumberedSeat>[]) =>
  2 * Math.max(0, ...rows.flatMap(({ left, right }) => [-left, right]))
