interface Row<S> {
  seats: S[]
}
interface Position {
  row: number
  index: number
}

/**
 * Returns the seat that a key moves the focus to, or undefined. Rows are centred, so up and down move to the nearest seat of the
 * next row. With `wholeMap`, Home and End move to the first and last seat of the map instead of the row.
 */
export function findSeatForArrowKey<S extends { _id: string }>(
  rows: readonly Row<S>[],
  fromId: string,
  { key, wholeMap }: { key: string; wholeMap: boolean },
): S | undefined {
  const row = rows.findIndex(({ seats }) => seats.some(({ _id }) => _id === fromId))
  const index = rows[row]?.seats.findIndex(({ _id }) => _id === fromId) ?? -1
  if (index < 0) return undefined
  const next = getTargetPositions(rows, { row, index }, wholeMap)[key]
  return next && rows[next.row]?.seats[next.index]
}

function getTargetPositions(
  rows: readonly Row<unknown>[],
  { row, index }: Position,
  wholeMap: boolean,
): Record<string, Position> {
  const lastIndex = (ofRow: number) => (rows[ofRow]?.seats.length ?? 0) - 1
  const nearestIn = (otherRow: number) => nearestIndex(index, lastIndex(row), lastIndex(otherRow))
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

function nearestIndex(index: number, lastIndex: number, otherLastIndex: number) {
  const straight = Math.round(index + (otherLastIndex - lastIndex) / 2)
  return Math.min(Math.max(straight, 0), otherLastIndex)
}
