import { MINUTE_MS } from '../time.ts'

/** Booking ends this many minutes before the start (specification §9). */
export const DEFAULT_CUTOFF_MINUTES = 30

export const SHOW_STARTED = 'Show has started'
export const SHOW_CANCELLED = 'This show has been cancelled'

type BookingWindow =
  | { open: true; closesAt: number; countdown: string }
  | {
      open: false
      message: typeof SHOW_STARTED | 'Booking cutoff time passed' | typeof SHOW_CANCELLED
    }

/** The moment, in epoch milliseconds, at which booking ends. `cutoffMinutes` is null for the default. */
export const getCutoffTime = (startsAt: number, cutoffMinutes?: number | null) =>
  startsAt - (cutoffMinutes ?? DEFAULT_CUTOFF_MINUTES) * MINUTE_MS

/**
 * Returns whether a showtime can be booked at `now` (epoch milliseconds), with the text to show (specification §4).
 * A showtime without a start time is closed.
 */
export function getBookingWindow(
  showtime: { startTime?: string; cutoffMinutes?: number | undefined; cancelled?: unknown },
  now: number,
): BookingWindow {
  if (showtime.cancelled) return { open: false, message: SHOW_CANCELLED }
  const startsAt = Date.parse(showtime.startTime ?? '')
  if (now >= startsAt) return { open: false, message: SHOW_STARTED }

  const closesAt = getCutoffTime(startsAt, showtime.cutoffMinutes)
  if (!(now < closesAt)) return { open: false, message: 'Booking cutoff time passed' }
  return { open: true, closesAt, countdown: `Booking closes in ${formatDuration(closesAt - now)}` }
}

/** `2h 5m`, or `5m` under an hour. At least `1m`, because `0m` would look closed. */
function formatDuration(ms: number) {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`
}
