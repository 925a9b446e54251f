import type { Context } from '../context.ts'
import { lockNames } from '../database/locks.ts'
import { awaitAll, inTransaction } from '../database/transaction.ts'
import { incrementRevisions, showtimesOf } from './claims.sql.ts'
import * as steps from './clock-steps.sql.ts'

/** A smaller correction prolongs holds by less than visitors notice, and moving all holds would send every holder a new deadline. */
const MIN_STEP_MS = 2000
/** The latest time is stored this often while places are held. An idle server writes nothing. */
const STORE_EVERY_MS = 1000

const LOCK_NAME = 'database clock'

/**
 * Compares the database's clock with the latest time that any node has seen, also before a restart. If the clock was set back, moves the stored
 * times of holds and of their offers back by the same amount, once. A clock that was set forward needs nothing: its holds end early.
 */
export async function correctClockStep(ctx: Context) {
  const corrected = await inTransaction(ctx.db, { durable: false }, async (tx, withCommit) => {
    const [, { rows }] = await awaitAll([lockNames(tx, [LOCK_NAME]), steps.readClock(tx)])
    const { now, latest, has_holds } = rows[0] as (typeof rows)[number]
    const stepMs = latest - now
    if (stepMs < MIN_STEP_MS) {
      if (has_holds && now - latest >= STORE_EVERY_MS) await steps.storeLatestTime(tx, now)
      return
    }
    const step = { stepMs, now }
    const [, , shifted] = await awaitAll([
      steps.storeLatestTime(tx, now),
      steps.lockOffers(tx, step),
      steps.shiftHolds(tx, step),
      steps.shiftRetakeBlocks(tx, step),
    ])
    await steps.shiftOffers(tx, step, shifted.rows)
    const showtimeIds = showtimesOf(shifted.rows)
    withCommit(incrementRevisions(tx, showtimeIds))
    return { stepMs, holds: shifted.rows.length, showtimeIds }
  })
  if (!corrected) return
  const { stepMs, holds, showtimeIds } = corrected
  ctx.log.warn({ seconds: stepMs / 1000, holds }, 'database clock was set back')
  for (const showtimeId of showtimeIds) ctx.events.emit('claimsChanged', showtimeId)
}
