import type { Context } from '../context.ts'
import * as claims from '../inventory/expiry.service.ts'

interface Presence {
  showtimeId: string
  holder: string
}

/** How often, within one grace, those who are here are written down. */
const ROLL_CALLS = 4
/** A pause that says nothing of anybody: machines hesitate. */
const HESITATION_MS = 5000

/**
 * Writes down who has a window open on what they hold, and ends what others have left behind once the grace is over. What is
 * written is in the database, so neither a crash nor another node forgets anybody.
 */
export function createPresenceTracker(
  ctx: Context,
  { isHere, holding }: { isHere: (one: Presence) => boolean; holding: () => Presence[] },
) {
  const { holdGraceMs } = ctx.config
  const left = new Map<string, Presence>()
  let watchingSince = Number.NaN
  let lastTurn = Number.NaN
  let lastCall = Number.NEGATIVE_INFINITY

  const leave = (one: Presence) => void left.set(`${one.showtimeId}/${one.holder}`, one)

  /** For the clock to call, several times within the grace. */
  async function takeTurn() {
    const now = ctx.now()
    // Whoever has been away himself has to wait until everybody had the time to come back and be seen.
    const isAwake = now - lastTurn < Math.max(holdGraceMs / 2, HESITATION_MS)
    if (!isAwake) watchingSince = now
    lastTurn = now

    const isCall = now - lastCall >= holdGraceMs / ROLL_CALLS
    if (isCall) lastCall = now
    const gone = [...left.values()]
    left.clear()
    try {
      await claims.recordPresence(ctx, isCall ? [...gone, ...holding().filter(isHere)] : gone)
    } catch (error) {
      lastTurn = Number.NaN
      for (const one of gone) leave(one)
      throw error
    }
    if (now - watchingSince >= holdGraceMs) await claims.releaseAbandonedHolds(ctx)
  }

  return { leave, takeTurn }
}
