import { type NumberedSeat, parseSeatNumber } from './seat-rows.ts'

interface CategorizedSeat extends NumberedSeat {
  category: string
}

/** A seat one row away counts as far as one two places to the side. */
const ROW_DISTANCE = 2

/**
 * Returns as many free seats of the same categories as there are lost ones, the nearest first: side by side if the lost seats are of one
 * category and there are so many in one row. Returns none if there are too few.
 */
export function findNearestSeats<S extends CategorizedSeat>(
  lost: readonly CategorizedSeat[],
  free: readonly S[],
): S[] {
  const together = findNearestTogether(lost, free)
  if (together) return together
  const found: S[] = []
  for (const seat of lost) {
    const equal = free.filter((other) => other.category === seat.category && !found.includes(other))
    const [nearest] = equal.toSorted((one, other) => distance(seat, one) - distance(seat, other))
    if (!nearest) return []
    found.push(nearest)
  }
  return found
}

function findNearestTogether<S extends CategorizedSeat>(
  lost: readonly CategorizedSeat[],
  free: readonly S[],
) {
  const [first] = lost
  if (!first || lost.some(({ category }) => category !== first.category)) return
  const byNumber = new Map(
    free
      .filter(({ category }) => category === first.category)
      .map((seat) => [seat.seatNumber, seat]),
  )
  const groups = [...byNumber.values()].flatMap((seat) => {
    const { letters, number } = parseSeatNumber(seat.seatNumber)
    const group = lost.flatMap((_, n) => byNumber.get(`${letters}${number + n}`) ?? [])
    return group.length === lost.length && !hasAisle(group) ? [group] : []
  })
  const distanceOf = (group: S[]) =>
    group.reduce((sum, seat, n) => sum + distance(lost[n] ?? first, seat), 0)
  return groups.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0]
}

/** Whether a drawn aisle is between two of these seats, which follow each other by number. */
const hasAisle = (group: readonly NumberedSeat[]) =>
  group.slice(1).some(({ x }, index) => {
    const before = group[index]?.x
    return x !== undefined && before !== undefined && Math.abs(x - before) > 1
  })

function distance(one: CategorizedSeat, other: CategorizedSeat) {
  const [from, to] = [parseSeatNumber(one.seatNumber), parseSeatNumber(other.seatNumber)]
  return (
    ROW_DISTANCE * Math.abs(rowIndex(from.letters) - rowIndex(to.letters)) +
    Math.abs(from.number - to.number)
  )
}

/** A is 1, Z is 26, AA is 27. */
const rowIndex = (letters: string) =>
  [...letters].reduce((index, letter) => 26 * index + letter.charCodeAt(0) - 64, 0)
