import type { Context } from '../context.ts'
import { isForeignKeyViolation, isTransientError } from '../database/error-kinds.ts'
import { lockNames, tryLockMany } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { answersTo, inTransaction, writersAtOnce } from '../database/transaction.ts'
import * as claims from '../inventory/claims.sql.ts'
import type { ExpiredHold } from '../inventory/holds.rules.ts'
import { announce } from '../inventory/publish-changes.ts'
import { type Asked, createBatchQueue } from './batch-queue.ts'
import { createSemaphore, tooBusy } from './semaphore.ts'

/** After somebody was quicker, we look again; each time it takes another who is. */
const MOST_LOOKS = 5
/** Those who have to wait for themselves keep a connection meanwhile. */
const ALONE = { atOnce: 1, waiting: 1000 }

/** Somebody not of our number was quicker than what we saw; looking again tells. */
export const WRITE_CONFLICT = new Error('overtaken')

/** The answer of each, or throws why not. */
export type Outcomes<Wish, Answer> = Map<Wish, () => Answer>

/** What many wishes have come to, once they are committed. */
export interface Done<Wish, Answer> {
  outcomes: Outcomes<Wish, Answer>
  /** Showtimes whose claims have changed. */
  touched: string[]
  displaced: ExpiredHold[]
}

interface Trade<Wish, Answer> {
  /** Whether both may go into one transaction. */
  alike: (one: Wish, other: Wish) => boolean
  /** Of whoever does one thing at a time. */
  namesOf: (wish: Wish) => string[]
  /** What no two transactions on any node may be at, in the order in which it is taken. */
  locksOf: (wish: Wish) => string[]
  /** So many in one transaction. */
  most: number
  durable: boolean
  /**
   * For wishes that fit, first and without waiting for anything: answers those it can. In a transaction of its own, because what it takes in order would be out of
   * order beside what is taken for the others.
   */
  quick?: { fits: (wish: Wish) => boolean; grant: Grant<Wish, Answer> }
  grant: Grant<Wish, Answer>
}

/**
 * Does all of them in a few statements; a refusal is an outcome of one. Reads at once; before it writes it waits until it is known
 * that nobody is busy elsewhere (`noneBusy`), or it would wait for what they have written. Throws OVERTAKEN: then nothing of it
 * is committed.
 */
type Grant<Wish, Answer> = (
  tx: Db,
  wishes: Wish[],
  noneBusy: Promise<unknown>,
) => Promise<Done<Wish, Answer>>

/** Where wishes are granted: those that come at the same time in one transaction, and nobody waits for a stranger in it. */
export function createWriteBatcher<Wish extends Asked, Answer>(
  ctx: Context,
  trade: Trade<Wish, Answer>,
) {
  const { alike, namesOf, locksOf, most, durable, quick, grant } = trade
  const ways = [...(quick ? [quick] : []), { fits: () => true, grant }]
  const pass = createSemaphore(ALONE)

  const grantAlone = (one: Wish) =>
    pass(async () => {
      const lock = async (tx: Db) => {
        await lockNames(tx, locksOf(one))
        return new Set<Wish>()
      }
      const outcomes = await commit(ctx, { durable, lock, grant }, [one])
      return (outcomes.get(one) as () => Answer)()
    })

  async function findBusy(tx: Db, wishes: Wish[]) {
    const busy = await tryLockMany(tx, wishes.map(locksOf))
    return new Set(wishes.filter((_, n) => busy.has(n)))
  }

  /** Whoever is busy on another node goes alone; and where one spoils it for all, each does. */
  async function grantTogether(wishes: Wish[]) {
    const outcomes: Outcomes<Wish, Answer> = new Map()
    for (const { fits, grant } of ways) {
      const left = wishes.filter((one) => fits(one) && !outcomes.has(one))
      const some = await commit(ctx, { durable, lock: findBusy, grant }, left).catch(
        (error: unknown) => spoilt(left, error),
      )
      for (const [one, outcome] of some) outcomes.set(one, outcome)
    }
    return wishes.map((one) => outcomes.get(one) ?? (() => grantAlone(one)))
  }

  const atOnce = writersAtOnce(ctx.db)
  return createBatchQueue<Wish, Answer>({ alike, namesOf, most, atOnce, together: grantTogether })
}

interface Errand<Wish, Answer> {
  durable: boolean
  grant: Grant<Wish, Answer>
  /** Takes the locks of each; returns those who are busy, whose locks it has not got. */
  lock: (tx: Db, wishes: Wish[]) => Promise<Set<Wish>>
}

/**
 * One transaction for those whom `lock` does not find busy: committed first, told afterwards. Returns the outcome of each of
 * them. Throws UNAVAILABLE when others were quicker each time.
 */
async function commit<Wish, Answer>(
  ctx: Context,
  errand: Errand<Wish, Answer>,
  wishes: Wish[],
): Promise<Outcomes<Wish, Answer>> {
  if (wishes.length === 0) return new Map()
  const { durable } = errand
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const grant = look === 0 ? grantAtOnce : grantIdle
    try {
      const { outcomes, ...news } = await inTransaction(
        ctx.db,
        { durable },
        async (tx, withCommit) => {
          const done = await grant(tx, errand, wishes)
          withCommit(claims.incrementRevisions(tx, done.touched))
          return done
        },
      )
      announce(ctx, news)
      return outcomes
    } catch (error) {
      if (error !== WRITE_CONFLICT) throw error
    }
  }
  throw tooBusy()
}

/** Reads before the locks are answered; if somebody is busy, nothing of it may be committed. */
async function grantAtOnce<Wish, Answer>(
  tx: Db,
  { lock, grant }: Errand<Wish, Answer>,
  wishes: Wish[],
) {
  const noneBusy = lock(tx, wishes).then((busy) => {
    if (busy.size > 0) throw WRITE_CONFLICT
  })
  const [, done] = await answersTo([noneBusy, grant(tx, wishes, noneBusy)])
  return done
}

async function grantIdle<Wish, Answer>(
  tx: Db,
  { lock, grant }: Errand<Wish, Answer>,
  wishes: Wish[],
) {
  const busy = await lock(tx, wishes)
  const idle = wishes.filter((one) => !busy.has(one))
  return grant(tx, idle, Promise.resolve())
}

/** What the database could not do for anybody just now is told to all; of anything else nobody has an outcome yet. */
const spoilt = <Wish>(wishes: Wish[], error: unknown): Outcomes<Wish, never> =>
  eachOf(isTransientError(error) && !isForeignKeyViolation(error) ? wishes : [], () => {
    throw error
  })

/** One's refusal is one's own. */
export const eachOf = <Wish, Answer>(wishes: Wish[], decide: (one: Wish, n: number) => Answer) =>
  new Map(wishes.map((one, n) => [one, settled(() => decide(one, n))]))

function settled<T>(work: () => T): () => T {
  try {
    const value = work()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
