import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@marquee/contract/time'

interface ShowPeriod {
  /** Epoch milliseconds. */
  startsAt: number
  endsAt: number
}

/** The countdown to a show: days, then hours and minutes, then minutes and seconds. */
export function timeUntilShow({ startsAt, endsAt }: ShowPeriod, now: number) {
  if (now >= endsAt) return 'This show has ended'
  const left = startsAt - now
  if (left <= 0) return 'The show has started'
  return `Starts in ${formatDuration(left)}`
}

/** Rounded up to the smallest unit shown, so that it never promises less time than is left. */
function formatDuration(ms: number) {
  if (ms >= 2 * DAY_MS) return `${Math.ceil(ms / DAY_MS)} days`
  if (ms > HOUR_MS) {
    const minutes = Math.ceil(ms / MINUTE_MS)
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  }
  const seconds = Math.ceil(ms / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
