import { createHall, findStretches, lengthOf } from '@marquee/contract/choosing/hall'
import type { Seat } from '@marquee/contract/seats'

/** A block of so many seats suits most parties. */
const USUAL_BLOCK = 4

const longest = (seats: readonly Seat[], isFree: (seat: Seat) => boolean) =>
  Math.max(0, ...createHall(seats).runs.flatMap((run) => findStretches(run, isFree).map(lengthOf)))

/** Whether a usual party may find no seats side by side although the hall has such seats. */
export const isAlmostFull = (seats: readonly Seat[]) =>
  longest(seats, ({ status, heldByMe }) => status === 'AVAILABLE' || heldByMe === true) <
  Math.min(
    USUAL_BLOCK,
    longest(seats, () => true),
  )
