import type { Context } from '../context.ts'
import { startIntervalJob } from '../platform/interval-job.ts'
import { type CheckedShows, offerFreeSeats, offerSeatsAt } from './offers.service.ts'

const INTERVAL_MS = 1000
/** All shows are checked again: what a party may do can change without a change of its show, such as a confirmed email. */
const RECHECK_MS = 30_000

/**
 * Offers seats at once when this node changes the claims of a show that parties wait for, and within a second after any other change. Returns
 * a function that stops the job; its promise resolves when the current runs are done.
 */
export function startOfferJob(ctx: Context) {
  const checked: CheckedShows = new Map()
  const running = new Map<string, Promise<unknown>>()

  const onClaimsChanged = (showtimeId: string) => {
    if (!checked.has(showtimeId) || running.has(showtimeId)) return
    const run = offerSeatsAt(ctx, showtimeId)
      // The interval job tries again.
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, showtimeId }, 'waiting list offers failed'),
      )
      .finally(() => running.delete(showtimeId))
    running.set(showtimeId, run)
  }
  ctx.events.on('claimsChanged', onClaimsChanged)
  const stop = startIntervalJob(() => offerFreeSeats(ctx, checked), INTERVAL_MS, ctx.log)
  const recheck = setInterval(() => checked.clear(), RECHECK_MS)
  return async () => {
    ctx.events.off('claimsChanged', onClaimsChanged)
    clearInterval(recheck)
    await Promise.all([stop(), ...running.values()])
  }
}
