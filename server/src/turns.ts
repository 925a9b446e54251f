import { type Capacity, createGate } from './gate.ts'

/** One after another. What one name may have waiting; more is no person. */
const ALONE: Capacity = { atOnce: 1, waiting: 1000 }
/** All who buy for a showtime meet at one row of it: some on their way there are enough, the others leave room for other shows. */
const FEW: Capacity = { atOnce: 5, waiting: 10_000 }
/** Of all shows together: fewer than a process has connections, so that holds, sweeps and sign-ins find one. */
const ALL: Capacity = { atOnce: 6, waiting: 20_000 }

/**
 * Does what is asked under one name one after another, or a few at once, and what is asked under different names side by side. In
 * the database whoever waits for a lock keeps a connection meanwhile: one impatient holder, or one hall that everybody
 * reaches for, would take them all. Throws UNAVAILABLE when too much waits under a name.
 */
export function createTurns(capacity = ALONE) {
  const lines = new Map<string, Line>()

  return async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(name) ?? {
      pass: createGate(capacity),
      inside: 0,
    }
    lines.set(name, line)
    line.inside += 1
    try {
      return await line.pass(work)
    } finally {
      line.inside -= 1
      if (line.inside === 0) lines.delete(name)
    }
  }
}

interface Line {
  pass: ReturnType<typeof createGate>
  inside: number
}

/** The turns of holders, whether they come by socket or by a call. */
export const inTurnOfHolder = createTurns()
/** The turns of accounts: one may have many holders. */
export const inTurnOfUser = createTurns()
const inTurnOfShow = createTurns(FEW)
const passDoor = createGate(ALL)
/** The turns of showtimes, whoever it is that buys; what is held and given back is gathered instead. */
export const inTurnOfShowtime = <T>(showtimeId: string, work: () => Promise<T>) =>
  inTurnOfShow(showtimeId, () => passDoor(work))
