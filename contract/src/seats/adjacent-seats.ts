import {
  countLeftAlone,
  findInHall,
  findStretches,
  type Hall,
  type HallSeat,
  type IsFree,
} from './hall.ts'

interface AdjacentSeatsOptions<S extends HallSeat> {
  /** The number of seats. */
  size: number
  isFree: IsFree<S>
}

/**
 * Returns the seats that one tap on a seat takes: side by side, with the seat among them. They start at the seat and go to the right if
 * that fits and leaves no seat alone. Returns undefined if there are not so many free seats side by side.
 */
export function findAdjacentSeats<S extends HallSeat>(
  hall: Hall<S>,
  seatId: string,
  { size, isFree }: AdjacentSeatsOptions<S>,
): S[] | undefined {
  const found = findInHall(hall, seatId)
  if (!found) return
  const { run, index } = found
  const stretch = findStretches(run, isFree).find(({ start, end }) => start <= index && index < end)
  if (!stretch) return
  const last = Math.min(index, stretch.end - size)
  const first = Math.max(index - size + 1, stretch.start)
  let best: { start: number; alone: number } | undefined
  for (let start = last; start >= first; start -= 1) {
    const alone = countLeftAlone(stretch, { start, end: start + size })
    if (!best || alone < best.alone) best = { start, alone }
  }
  return best && run.slice(best.start, best.start + size).map(({ seat }) => seat)
}
