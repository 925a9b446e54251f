import { addDays, formatIsoDate, parseLocalTime } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'

export const MINUTES_PER_DAY = 1440
const DAYS_AHEAD = 7

/** The current time and the time zone of the cinema. */
export interface CinemaClock {
  now: number
  timeZone: string
}

export const cinemaClock = ({ now, config }: Pick<Context, 'now' | 'config'>): CinemaClock => ({
  now: now(),
  timeZone: config.timeZone,
})

/** Returns the starts of a daily showtime after `now`, for today and the next seven days. `at` is a local time such as 21:30. */
export function upcomingStarts(at: string, { now, timeZone }: CinemaClock) {
  const today = formatIsoDate(now, timeZone)
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) =>
    parseLocalTime(addDays(today, days), at, timeZone),
  ).filter((start) => start > now)
}

/** True if a daily showtime at the local time `at` starts at this instant. */
export const isDailyStart = (startsAt: number, at: string, timeZone: string) =>
  parseLocalTime(formatIsoDate(startsAt, timeZone), at, timeZone) === startsAt

interface BusinessHours {
  timeZone: string
  /** When the day of the cinema ends, a local time after midnight such as 05:00. */
  businessDayEnds: string
}

/** The day of the cinema that goes on at this instant, and its first and last instant (exclusive). */
export function businessDayAt(instant: number, hours: BusinessHours) {
  const date = formatIsoDate(instant, hours.timeZone)
  const day = instant < endOfBusinessDay(addDays(date, -1), hours) ? addDays(date, -1) : date
  return { date: day, ...periodOfBusinessDay(day, hours) }
}

/** The first and the last instant (exclusive) of a day of the cinema, epoch milliseconds. */
export const periodOfBusinessDay = (day: string, hours: BusinessHours) => ({
  from: endOfBusinessDay(addDays(day, -1), hours),
  to: endOfBusinessDay(day, hours),
})

/** The last instant (exclusive) of a day of the cinema. */
export const endOfBusinessDay = (day: string, { timeZone, businessDayEnds }: BusinessHours) =>
  parseLocalTime(addDays(day, 1), businessDayEnds, timeZone)
