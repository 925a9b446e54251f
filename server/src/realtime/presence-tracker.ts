import type { Context } from '../context.ts'
import { recordPresence, releaseAbandonedHolds } from '../inventory/expiry.service.ts'

interface Presence {
  showtimeId: string
  holder: string
}

/** Present holders are recorded this often within one grace period. */
const RECORDINGS_PER_GRACE = 4
/** A shorter pause between two updates is normal on a busy machine. */
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
  const disconnected = new Map<string, Presence>()
  let graceStartedAt = Number.NaN
  let lastUpdateAt = Number.NaN
  let lastRecording = Number.NEGATIVE_INFINITY

  /** Starts the grace period of a holder whose socket has left a showtime. */
  const recordDisconnect = (presence: Presence) =>
    void disconnected.set(`${presence.showtimeId}/${presence.holder}`, presence)

  /** Call it several times within the grace period. */
  async function update() {
    const now = ctx.now()
    // After a pause of this process, every holder gets the time to reconnect and to be recorded.
    const wasPaused = !(now - lastUpdateAt < Math.max(holdGraceMs / 2, MIN_PAUSE_MS))
    if (wasPaused) graceStartedAt = now
    lastUpdateAt = now
    const isRecordingDue = now - lastRecording >= holdGraceMs / RECORDINGS_PER_GRACE
    if (isRecordingDue) lastRecording = now
    await record(isRecordingDue ? listPresent() : [])
    if (now - graceStartedAt >= holdGraceMs) await releaseAbandonedHolds(ctx)
  }

  async function record(present: Presence[]) {
    const leaving = [...disconnected.values()]
    disconnected.clear()
    try {
      await recordPresence(ctx, [...leaving, ...present])
    } catch (error) {
      lastUpdateAt = Number.NaN
      for (const presence of leaving) recordDisconnect(presence)
      throw error
    }
  }

  return { recordDisconnect, update }
}
