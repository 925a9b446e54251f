import type { Context } from '../context.ts'
import { recordPresence, releaseAbandonedHolds } from '../inventory/expiry.service.ts'

interface Presence {
  showtimeId: string
  holder: string
}

/** Present holders are recorded this often within one grace period. */
const RECORDINGS_PER_GRACE = 4
/** A shorter pause between two turns is normal on a busy machine. */
const MIN_PAUSE_MS = 5000

/**
 * Records in the database which holders watch the showtimes they hold places at, and releases the holds of those who have been
 * absent for the grace period. Neither a crash nor a change of node loses a record.
 */
export function createPresenceTracker(
  ctx: Context,
  { listPresent }: { listPresent: () => Presence[] },
) {
  const { holdGraceMs } = ctx.config
  const departed = new Map<string, Presence>()
  let activeSince = Number.NaN
  let lastTurn = Number.NaN
  let lastRecording = Number.NEGATIVE_INFINITY

  /** Starts the grace period of a holder whose socket has left a showtime. */
  const leave = (one: Presence) => void departed.set(`${one.showtimeId}/${one.holder}`, one)

  /** Call it several times within the grace period. */
  async function update() {
    const now = ctx.now()
    // After a pause of this process, every holder gets the time to reconnect and to be recorded.
    const wasPaused = !(now - lastTurn < Math.max(holdGraceMs / 2, MIN_PAUSE_MS))
    if (wasPaused) activeSince = now
    lastTurn = now
    const isRecordingDue = now - lastRecording >= holdGraceMs / RECORDINGS_PER_GRACE
    if (isRecordingDue) lastRecording = now
    await record(isRecordingDue ? listPresent() : [])
    if (now - activeSince >= holdGraceMs) await releaseAbandonedHolds(ctx)
  }

  async function record(present: Presence[]) {
    const leaving = [...departed.values()]
    departed.clear()
    try {
      await recordPresence(ctx, [...leaving, ...present])
    } catch (error) {
      lastTurn = Number.NaN
      for (const one of leaving) leave(one)
      throw error
    }
  }

  return { leave, update }
}
