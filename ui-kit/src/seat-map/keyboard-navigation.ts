interface Row<S extends { _id: string }> {
  sections: { seat: S; offset: number }[][]
}
interface Position {
  row: number
  index: number
}

/**
 * Returns the seat that a key moves the focus to, or undefined. Up and down move to the nearest seat of the next row. With
 * `wholeMap`, Home and End move to the first and last seat of the map instead of the row.
 */
export function findSeatForArrowKey<S extends { _id: string }>(
  layout: readonly Row<S>[],
  fromId: string,
  { key, wholeMap }: { key: string; wholeMap: boolean },
): S | undefined {
  const rows = layout.map(({ sections }) => sections.flat())
  const row = rows.findIndex((seats) => seats.some(({ seat }) => seat._id === fromId))
  const index = rows[row]?.findIndex(({ seat }) => seat._id === fromId) ?? -1
  if (index < 0) return undefined
  const next = getTargetPositions(rows, { row, index }, wholeMap)[key]
  return next && rows[next.row]?.[next.index]?.seat
}

type Offsets = readonly { offset: number }[]

function getTargetPositions(
  rows: readonly Offsets[],
  { row, index }: Position,
  wholeMap: boolean,
): Record<string, Position> {
  const lastIndex = (ofRow: number) => (rows[ofRow]?.length ?? 0) - 1
  const offset = rows[row]?.[index]?.offset ?? 0
  const nearestIn = (otherRow: number) => nearestIndex(rows[otherRow] ?? [], offset)
  const lastRow = wholeMap ? rows.length - 1 : row
  return {
    ArrowLeft: { row, index: index - 1 },
    ArrowRight: { row, index: index + 1 },
    ArrowUp: { row: row - 1, index: nearestIn(row - 1) },
    ArrowDown: { row: row + 1, index: nearestIn(row + 1) },
    Home: { row: wholeMap ? 0 : row, index: 0 },
    End: { row: lastRow, index: lastIndex(lastRow) },
  }
}

/** Of two seats that are as near, the right one. */
function nearestIndex(seats: Offsets, offset: number) {
  const distances = seats.map((seat) => Math.abs(seat.offset - offset))
  return distances.lastIndexOf(Math.min(...distances))
}
