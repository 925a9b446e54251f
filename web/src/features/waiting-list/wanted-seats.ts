import { createHall, findStretches, lengthOf } from '@marquee/contract/seats/hall'
import { type Seat, seatTier } from '@marquee/contract/seats/seats'

/** A block of so many seats suits most parties. */
const USUAL_BLOCK = 4

/** What a party waits for, before it chooses anything else. */
export interface WantedSeats {
  size: number
  /** Only seats side by side. */
  together: boolean
  /** All categories if undefined. */
  category?: string | undefined
}

type SeatTest = (seat: Seat) => boolean

const isFree: SeatTest = ({ status, heldByMe }) => status === 'AVAILABLE' || heldByMe === true

const countAdjacent = (seats: readonly Seat[], suits: SeatTest) =>
  Math.max(0, ...createHall(seats).runs.flatMap((run) => findStretches(run, suits).map(lengthOf)))

/** Whether a usual party may find no seats side by side although the hall has such seats. */
export const isAlmostFull = (seats: readonly Seat[]) =>
  countAdjacent(seats, isFree) <
  Math.min(
    USUAL_BLOCK,
    countAdjacent(seats, () => true),
  )

/**
 * What a party that was refused can wait for: seats side by side, unless the hall never has so many. Undefined if such seats are free now, or if
 * the hall does not have them.
 */
export function wantedSeatsOf(
  seats: readonly Seat[],
  { size, category }: { size: number; category?: string | undefined },
): WantedSeats | undefined {
  const suits: SeatTest = (seat) =>
    category === undefined || seatTier(seat.category) === seatTier(category)
  const together = countAdjacent(seats, suits) >= size
  const count = (test: SeatTest) =>
    together ? countAdjacent(seats, test) : seats.filter(test).length
  const canWait = count(suits) >= size && count((seat) => suits(seat) && isFree(seat)) < size
  return canWait ? { size, together, category } : undefined
}
