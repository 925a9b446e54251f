import type { Db } from '#src/database/schema.ts'
import { AppError } from '#src/errors.ts'
import { isOfAccount, NOTHING_ELSEWHERE, type TotalsElsewhere } from '../rules/requester.ts'
import { selectPlacesElsewhere, type VisitorAtShowtime } from './places-elsewhere.sql.ts'

interface Waiting extends PromiseWithResolvers<TotalsElsewhere> {
  visitor: VisitorAtShowtime
}

/** Places that a command in progress may add. */
interface Reservation {
  visitor: VisitorAtShowtime
  places: number
}

interface PlacesInProgress extends Reservation {
  /** Resolves when the command is done. */
  done: Promise<void>
}

/**
 * Counts what a visitor, an account and an address have at all other showtimes. A showtime knows only its own places, so these limits are checked
 * before the command: with what is stored, and with what earlier commands of this node may be about to add.
 */
export function createPlacesElsewhere(reader: Db) {
  let waiting: Waiting[] = []
  const inProgress = new Set<PlacesInProgress>()

  /** Calls `run` with the totals. Until it is done, later commands of the visitor count `places`. */
  async function withTotals<Result>(
    reservation: Reservation,
    run: (elsewhere: TotalsElsewhere) => Promise<Result>,
  ) {
    const { visitor } = reservation
    // An order of staff has neither. The limits do not apply to it.
    if (visitor.account === null && visitor.address === null) return run(NOTHING_ELSEWHERE)
    const earlier = [...inProgress].filter(
      (other) =>
        other.visitor.showtimeId !== visitor.showtimeId &&
        (isOfVisitor(other, visitor) ||
          isOfAccount(other.visitor, visitor) ||
          isFromAddress(other, visitor)),
    )
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const own = { ...reservation, done }
    inProgress.add(own)
    try {
      return await run(withReserved(await count(visitor), { visitor, earlier })).catch(
        async (error: unknown) => {
          if (earlier.length === 0 || !isOverLimit(error)) throw error
          // The earlier commands are refused or stored then.
          await Promise.all(earlier.map((other) => other.done))
          return run(await count(visitor))
        },
      )
    } finally {
      inProgress.delete(own)
      resolve()
    }
  }

  /** Counts what is stored. One statement for all commands of one turn of the event loop. */
  function count(visitor: VisitorAtShowtime) {
    const entry: Waiting = { visitor, ...Promise.withResolvers<TotalsElsewhere>() }
    waiting.push(entry)
    if (waiting.length === 1) setImmediate(countWaiting)
    return entry.promise
  }

  async function countWaiting() {
    const entries = waiting
    waiting = []
    try {
      const { rows } = await selectPlacesElsewhere(
        reader,
        entries.map(({ visitor }) => visitor),
      )
      const byIndex = new Map(rows.map((row) => [row.request_index, row]))
      for (const [index, { resolve }] of entries.entries()) {
        const row = byIndex.get(index)
        resolve({
          held: Number(row?.held ?? 0),
          all: Number(row?.held ?? 0) + Number(row?.bought ?? 0),
          ofAddress: Number(row?.held_from_address ?? 0) + Number(row?.bought_from_address ?? 0),
          ofVisitor: Number(row?.held_by_visitor ?? 0),
        })
      }
    } catch (error) {
      for (const { reject } of entries) reject(error)
    }
  }

  return { withTotals, count }
}

const isOfVisitor = ({ visitor }: Reservation, { visitorId }: VisitorAtShowtime) =>
  visitor.visitorId === visitorId

const isFromAddress = ({ visitor }: Reservation, { address }: VisitorAtShowtime) =>
  visitor.address !== null && visitor.address === address

const isOverLimit = (error: unknown) => error instanceof AppError && error.code === 'LIMIT'

/** Adds what earlier commands of the visitor may add. */
function withReserved(
  stored: TotalsElsewhere,
  { visitor, earlier }: { visitor: VisitorAtShowtime; earlier: readonly Reservation[] },
): TotalsElsewhere {
  const sum = (some: readonly Reservation[]) =>
    some.reduce((total, { places }) => total + places, 0)
  const ofAccount = sum(earlier.filter((other) => isOfAccount(other.visitor, visitor)))
  const ofAddress = sum(earlier.filter((other) => isFromAddress(other, visitor)))
  const ofVisitor = sum(earlier.filter((other) => isOfVisitor(other, visitor)))
  return {
    held: stored.held + ofAccount,
    all: stored.all + ofAccount,
    ofAddress: stored.ofAddress + ofAddress,
    ofVisitor: stored.ofVisitor + ofVisitor,
  }
}
