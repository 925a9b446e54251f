import type { Context } from '../context.ts'
import {
  type Presence,
  releaseAbandonedHolds,
  updateLastSeen,
} from '../inventory/selections/selections.service.ts'

/** Present visitors are recorded this often within one grace period. */
const RECORDINGS_PER_GRACE = 4
/** A shorter pause between two updates is normal on a busy machine. */
const MIN_PAUSE_MS = 5000

/**
 * Records in the database which visitors watch the showtimes they hold places at, and releases the holds of those who have been
 * absent for the grace period. Neither a crash nor a change of node loses a record.
 */
export function createPresenceTracker(
  ctx: Context,
  { listPresent }: { listPresent: () => Presence[] },
) {
  const { holdGraceMs } = ctx.config
  const disconnected = new Map<string, Presence>()
  let graceStartedAt = 0
  let lastUpdateAt = Number.NEGATIVE_INFINITY
  let lastRecordedAt = Number.NEGATIVE_INFINITY

  /** Starts the grace period of a visitor whose socket has left a showtime: it starts at `seen_at`, so the visitor is recorded once more. */
  const recordDisconnect = (presence: Presence) =>
    void disconnected.set(`${presence.showtimeId}/${presence.visitorId}`, presence)

  /** Call it several times within the grace period. */
  async function update() {
    // Not the monotonic clock, which stands still while the machine sleeps.
    const now = ctx.now()
    // After a pause of this process or a step of the clock, every visitor gets the time to reconnect and to be recorded.
    const wasPaused = Math.abs(now - lastUpdateAt) >= Math.max(holdGraceMs / 2, MIN_PAUSE_MS)
    if (wasPaused) graceStartedAt = now
    lastUpdateAt = now
    const isRecordingDue = wasPaused || now - lastRecordedAt >= holdGraceMs / RECORDINGS_PER_GRACE
    if (isRecordingDue) lastRecordedAt = now
    await recordSeen(isRecordingDue ? listPresent() : [])
    if (now - graceStartedAt >= holdGraceMs) await releaseAbandonedHolds(ctx)
  }

  async function recordSeen(present: Presence[]) {
    const justDisconnected = [...disconnected.values()]
    disconnected.clear()
    try {
      await updateLastSeen(ctx, [...justDisconnected, ...present])
    } catch (error) {
      // Counts as a pause: visitors that could not be recorded keep their holds.
      lastUpdateAt = Number.NEGATIVE_INFINITY
      for (const presence of justDisconnected) recordDisconnect(presence)
      throw error
    }
  }

  return { recordDisconnect, update }
}
