/** What the position of a seat depends on. */
export interface NumberedSeat {
  /** Row letters, then the number in that row: A12. */
  seatNumber: string
  /** In a drawn row: cells from the middle of the hall. */
  x?: number | undefined
}

export interface SeatRow<S extends NumberedSeat> {
  letters: string
  /** From left to right. */
  seats: S[]
  /** The seats left of, between and right of its two aisles. In a drawn row, the seats between its gaps. */
  blocks: S[][]
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

/** Rows from the screen to the back. Seats are sorted by number, or in a drawn row by their positions. */
export function groupByRow<S extends NumberedSeat>(seats: readonly S[]): SeatRow<S>[] {
  const sorted = sortBySeatNumber(seats, ({ seatNumber }) => seatNumber)
  const rows = Map.groupBy(sorted, ({ seatNumber }) => parseSeatNumber(seatNumber).letters)
  return [...rows].map(([letters, inRow]) => {
    if (!inRow.every(isDrawn)) return { letters, seats: inRow, blocks: splitAtAisles(inRow) }
    const seats = inRow.toSorted((one, other) => one.x - other.x)
    return { letters, seats, blocks: splitAtGaps(seats) }
  })
}

type Drawn<S> = S & { x: number }

const isDrawn = <S extends NumberedSeat>(seat: S): seat is Drawn<S> => seat.x !== undefined

/** Seats that are one cell apart are side by side. */
function splitAtGaps<S>(row: Drawn<S>[]) {
  const blocks: S[][] = []
  for (const [index, seat] of row.entries()) {
    const before = row[index - 1]
    if (before && seat.x - before.x <= 1) blocks.at(-1)?.push(seat)
    else blocks.push([seat])
  }
  return blocks
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

export interface RowLayout<S extends NumberedSeat> {
  letters: string
  seats: S[]
  /** Cells from the middle of the hall to the end of the row that is further away. */
  edge: number
  /** The seats between two aisles or gaps. `offset` is the distance from the middle of the hall in cells. */
  blocks: { seat: S; offset: number }[][]
}

/** Positions every seat of a row. A row that is not drawn is centred. */
export function layoutRow<S extends NumberedSeat>({
  letters,
  seats,
  blocks,
}: SeatRow<S>): RowLayout<S> {
  if (seats.every(isDrawn)) {
    const edge = Math.max(...seats.map(({ x }) => Math.abs(x))) + 0.5
    const drawn = blocks.map((block) => block.map((seat) => ({ seat, offset: seat.x ?? 0 })))
    return { letters, seats, edge, blocks: drawn }
  }
  const filled = blocks.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE_WIDTH
  let blockStart = -width / 2
  const positioned = filled.map((block) => {
    const start = blockStart
    blockStart += block.length + AISLE_WIDTH
    return block.map((seat, index) => ({ seat, offset: start + index + 0.5 }))
  })
  return { letters, seats, edge: width / 2, blocks: positioned }
}

/** Width of the widest row in cells, without its letters. */
export const layoutWidth = (rows: readonly RowLayout<NumberedSeat>[]) =>
  Math.max(0, ...rows.map(({ edge }) => 2 * edge))
