import { cinemaDay, cinemaInstant } from '@marquee/contract/time'

export const MINUTE_MS = 60_000
export const MINUTES_PER_DAY = 1440
const DAY = MINUTES_PER_DAY * MINUTE_MS
const DAYS_AHEAD = 7

/** The moment from which a programme is looked at, and the zone whose days it keeps. */
export interface CinemaClock {
  now: number
  timeZone: string
}

/** The starts after `now` of what plays daily `at` that time, for the rest of today and the seven days after it. */
export function upcomingStarts(at: string, now: number, timeZone: string) {
  const today = Date.parse(cinemaDay(now, timeZone))
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => {
    const day = new Date(today + days * DAY).toISOString().slice(0, 10)
    return cinemaInstant(day, at, timeZone)
  }).filter((start) => start > now)
}

/** Whether something that plays daily `at` that time has a start at this instant. */
export const isDailyStart = (startsAt: number, at: string, timeZone: string) =>
  cinemaInstant(cinemaDay(startsAt, timeZone), at, timeZone) === startsAt

export const startOfDay = (instant: number, timeZone: string) =>
  cinemaInstant(cinemaDay(instant, timeZone), '00:00', timeZone)

/** How far the cinema's day has gone, in whole minutes. */
export const minuteOfDay = (instant: number, timeZone: string) =>
  Math.floor((instant - startOfDay(instant, timeZone)) / MINUTE_MS)
