import type { Context } from '../context.ts'
import { startIntervalJob } from '../platform/interval-job.ts'
import { type CheckedShows, offerFreeSeats } from './offers.service.ts'

/** Seats are looked for at most twice a second, however often the claims of a show change. */
const INTERVAL_MS = 500
/** All shows are checked again: what a party may do can change without a change of its show, such as a confirmed email. */
const RECHECK_MS = 30_000

/** Offers seats to waiting parties. Returns a function that stops the job; its promise resolves when the current run is done. */
export function startOfferJob(ctx: Context) {
  const checked: CheckedShows = new Map()
  const stop = startIntervalJob(() => offerFreeSeats(ctx, checked), INTERVAL_MS, ctx.log)
  const recheck = setInterval(() => checked.clear(), RECHECK_MS)
  return async () => {
    clearInterval(recheck)
    await stop()
  }
}
