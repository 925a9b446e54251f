interface Row<S> {
  seats: S[]
}
type Spot = { row: number; place: number }

/**
 * The seat that a key leads to from another one, or nothing where it leads nowhere. Rows are centred, so up and down
 * lead to the seat that stands nearest in the next row.
 */
export function seatByKey<S extends { _id: string }>(
  rows: readonly Row<S>[],
  fromId: string,
  key: string,
  wholeHall: boolean,
): S | undefined {
  const row = rows.findIndex(({ seats }) => seats.some(({ _id }) => _id === fromId))
  const place = rows[row]?.seats.findIndex(({ _id }) => _id === fromId) ?? -1
  if (place < 0) return undefined
  const spot = spotByKey(rows, { row, place }, key, wholeHall)
  return spot && rows[spot.row]?.seats[spot.place]
}

function spotByKey(
  rows: readonly Row<unknown>[],
  { row, place }: Spot,
  key: string,
  wholeHall: boolean,
): Spot | undefined {
  const lastIn = (index: number) => (rows[index]?.seats.length ?? 0) - 1
  switch (key) {
    case 'ArrowLeft':
      return { row, place: place - 1 }
    case 'ArrowRight':
      return { row, place: place + 1 }
    case 'ArrowUp':
      return { row: row - 1, place: across(lastIn(row), lastIn(row - 1), place) }
    case 'ArrowDown':
      return { row: row + 1, place: across(lastIn(row), lastIn(row + 1), place) }
    case 'Home':
      return { row: wholeHall ? 0 : row, place: 0 }
    case 'End': {
      const target = wholeHall ? rows.length - 1 : row
      return { row: target, place: lastIn(target) }
    }
    default:
      return undefined
  }
}

function across(last: number, otherLast: number, place: number) {
  const straight = Math.round(place + (otherLast - last) / 2)
  return Math.min(Math.max(straight, 0), otherLast)
}
