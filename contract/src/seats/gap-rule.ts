import { MINUTE_MS } from '../time.ts'
import {
  countLeftAlone,
  createHall,
  findStretches,
  type Hall,
  type HallSeat,
  type IsFree,
  isLostAlone,
  lengthOf,
  type Run,
  type Stretch,
} from './hall.ts'
import type { Seat } from './seats.ts'

/** Nothing is asked of visitors this long before booking closes. */
const QUIET_MS = 30 * MINUTE_MS

interface SeatsToBook<S extends HallSeat> {
  /** The seats that a visitor is about to book. */
  chosenIds: ReadonlySet<string>
  /** Whether a seat is neither sold nor held. A chosen seat may be either. */
  isFree: IsFree<S>
}

/** A choice that leaves seats alone, and another choice in the same run that does not. */
interface Gap<S extends HallSeat> {
  /** The free seats that would have no free seat beside them. */
  alone: S[]
  /** The chosen seats of the run, and the same number of seats to choose instead. */
  chosen: S[]
  instead: S[]
}

/** The rule does not apply to one person, nor shortly before booking closes. `closesAt` and `now`: epoch milliseconds. */
export const isGapRuleDue = (seats: number, { closesAt, now }: { closesAt: number; now: number }) =>
  seats > 1 && now < closesAt - QUIET_MS

/**
 * Returns the first gap that a choice leaves although it could be avoided: as many seats of the same run, in no more parts, leave no seat
 * alone. A run in which no seat is sold or held has no gaps. Accessible places are left out: they neither are gaps nor make them.
 */
export function findGap<S extends HallSeat>(
  hall: Hall<S>,
  choice: SeatsToBook<S>,
): Gap<S> | undefined {
  for (const run of hall.runs) {
    if (!run.some(({ seat }) => isTakenByOthers(seat, choice))) continue
    const alone = findLeftAlone(run, choice)
    if (alone.length === 0) continue
    const chosen = run.map(({ seat }) => seat).filter((seat) => isChosen(seat, choice))
    const instead = findInstead(run, choice)
    if (instead) return { alone, chosen, instead }
  }
  return
}

const isChosen = (
  { _id, accessible }: HallSeat,
  { chosenIds }: Pick<SeatsToBook<never>, 'chosenIds'>,
) => !accessible && chosenIds.has(_id)

const isTakenByOthers = <S extends HallSeat>(seat: S, choice: SeatsToBook<S>) =>
  !seat.accessible && !isChosen(seat, choice) && !choice.isFree(seat)

/** The free seats of a run that have a chosen seat beside them and no free one. */
function findLeftAlone<S extends HallSeat>(run: Run<S>, choice: SeatsToBook<S>): S[] {
  const isFree = (index: number) => {
    const seat = run[index]?.seat
    return seat !== undefined && !seat.accessible && !isChosen(seat, choice) && choice.isFree(seat)
  }
  const isTaken = (index: number) => {
    const seat = run[index]?.seat
    return seat !== undefined && isChosen(seat, choice)
  }
  return run.flatMap(({ seat }, index) => {
    const isAlone = isFree(index) && !isFree(index - 1) && !isFree(index + 1)
    const isMade = isTaken(index - 1) || isTaken(index + 1)
    return isAlone && isMade && isLostAlone(run, index) ? [seat] : []
  })
}

/** A part of the party in one stretch. */
interface Part {
  start: number
  end: number
  /** How far its seats are from the middle of the chosen seats, in seats. */
  distance: number
}

/** The same number of seats in no more parts, without a seat left alone: the fewest parts, then the nearest. */
function findInstead<S extends HallSeat>(run: Run<S>, choice: SeatsToBook<S>): S[] | undefined {
  const chosen = run.flatMap(({ seat }, index) => (isChosen(seat, choice) ? index : []))
  const middle = chosen.reduce((sum, index) => sum + index, 0) / chosen.length
  const maxParts = findStretches(run, (seat) => isChosen(seat, choice)).length
  const stretches = findStretches(
    run,
    (seat) => isChosen(seat, choice) || (!seat.accessible && choice.isFree(seat)),
  )
  const parts = bestParts(stretches, { size: chosen.length, maxParts, middle })
  return parts?.flatMap(({ start, end }) => run.slice(start, end).map(({ seat }) => seat))
}

interface PartsOptions {
  size: number
  maxParts: number
  middle: number
}

/** For each number of seats: the best parts in the stretches so far. */
function bestParts<S extends HallSeat>(
  stretches: readonly Stretch<S>[],
  { size, maxParts, middle }: PartsOptions,
) {
  let best = new Map<number, Part[]>([[0, []]])
  for (const stretch of stretches) {
    const next = new Map(best)
    for (const [taken, parts] of best) {
      for (let length = 1; length <= Math.min(lengthOf(stretch), size - taken); length += 1) {
        const part = bestPart(stretch, length, middle)
        const longer = part && [...parts, part]
        if (!longer || longer.length > maxParts) continue
        const other = next.get(taken + length)
        if (!other || isBetter(longer, other)) next.set(taken + length, longer)
      }
    }
    best = next
  }
  return best.get(size)
}

const distanceOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + part.distance, 0)

const isBetter = (a: readonly Part[], b: readonly Part[]) =>
  a.length < b.length || (a.length === b.length && distanceOf(a) < distanceOf(b))

/** The nearest part of a length that leaves no seat of the stretch alone. */
function bestPart<S extends HallSeat>(stretch: Stretch<S>, length: number, middle: number) {
  let best: Part | undefined
  for (let start = stretch.start; start + length <= stretch.end; start += 1) {
    const end = start + length
    if (countLeftAlone(stretch, { start, end }) > 0) continue
    const distance = length * Math.abs((start + end - 1) / 2 - middle)
    if (!best || distance < best.distance) best = { start, end, distance }
  }
  return best
}

/**
 * Finds a gap on a seat map of which at least half is sold. A free seat is one that is neither sold nor held; those that the visitor holds
 * but has not chosen count as taken.
 */
export function findSeatGap(seats: readonly Seat[], chosenIds: ReadonlySet<string>) {
  const sold = seats.filter(({ status }) => status === 'SOLD').length
  if (2 * sold < seats.length) return
  return findGap(createHall(seats), { chosenIds, isFree: ({ status }) => status === 'AVAILABLE' })
}
