import { formatIsoDate, parseLocalTime } from '@marquee/contract/time'

export const MINUTE_MS = 60_000
export const MINUTES_PER_DAY = 1440
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = MINUTES_PER_DAY * MINUTE_MS
const DAYS_AHEAD = 7

/** The current time and the time zone of the cinema. */
export interface CinemaClock {
  now: number
  timeZone: string
}

/** Returns the starts of a daily showtime after `now`, for today and the next seven days. `at` is a local time such as 21:30. */
export function upcomingStarts(at: string, { now, timeZone }: CinemaClock) {
  const today = Date.parse(formatIsoDate(now, timeZone))
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => {
    const day = new Date(today + days * DAY_MS).toISOString().slice(0, 10)
    return parseLocalTime(day, at, timeZone)
  }).filter((start) => start > now)
}

/** True if a daily showtime at the local time `at` starts at this instant. */
export const isDailyStart = (startsAt: number, at: string, timeZone: string) =>
  parseLocalTime(formatIsoDate(startsAt, timeZone), at, timeZone) === startsAt

export const startOfDay = (instant: number, timeZone: string) =>
  parseLocalTime(formatIsoDate(instant, timeZone), '00:00', timeZone)
