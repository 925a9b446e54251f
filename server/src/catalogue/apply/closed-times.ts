import type { OpeningHours } from '@marquee/contract/office/programme/opening-times'
import { formatDay, formatLocalTime, formatTimeInput } from '@marquee/contract/time'
import type { Db } from '#src/database/schema.ts'
import { readOpeningHours } from '../cinema/cinema.service.ts'
import { minutesOfDay } from '../file/overlaps.ts'
import { MINUTES_PER_DAY } from '../schedule/calendar.ts'
import { type ClosedColumns, closedDaysOf, isClosedAt } from '../schedule/closed-days.ts'
import type { ScheduledShowtime } from '../schedule/schedule.sql.ts'
import { describeShowtimes } from '../schedule/schedule.ts'
import type { ProgrammeConflict } from './catalogue-entries.ts'

interface Showtimes {
  /** The added and moved ones, and those of longer movies. */
  placed: readonly ScheduledShowtime[]
  /** The others on screens with other days without shows than before. */
  onClosedScreens: readonly ScheduledShowtime[]
  screens: ReadonlyMap<string, ClosedColumns>
}

/** The showtimes on days on which their screen is closed, and those that are placed outside the opening hours. */
export async function findClosedTimes(tx: Db, showtimes: Showtimes, timeZone: string) {
  const { placed, onClosedScreens, screens } = showtimes
  const hours = await readOpeningHours(tx)
  const conflictOf = (showtime: ScheduledShowtime, reason: string): ProgrammeConflict => ({
    showtime,
    message: `${describeShowtimes([showtime], timeZone)[0]}: ${reason}`,
    isApplied: true,
  })
  const findClosed = (showtime: ScheduledShowtime) => {
    const screen = screens.get(showtime.screen_id)
    const closed = screen && closedDaysOf(screen)
    if (!closed || !isClosedAt(closed, showtime.starts_at, timeZone)) return []
    const days = `${formatDay(closed.from)} to ${formatDay(closed.to)}`
    const reason = `${showtime.screen} is closed from ${days}. Choose another screen or day, or change the closed days of the screen.`
    return [conflictOf(showtime, reason)]
  }
  const findOutsideHours = (showtime: ScheduledShowtime) => {
    if (!hours || isWithinHours(hours, showtime, timeZone)) return []
    const reason = `outside the opening hours, ${formatLocalTime(hours.opens)} to ${formatLocalTime(hours.closes)}. Choose another time, or change the opening hours.`
    return [conflictOf(showtime, reason)]
  }
  return [
    ...placed.flatMap((showtime) => [...findClosed(showtime), ...findOutsideHours(showtime)]),
    ...onClosedScreens.flatMap((showtime) =>
      findClosed(showtime).map((conflict) => ({ ...conflict, keptId: showtime.id })),
    ),
  ]
}

/** Whether a show begins and ends in the opening hours. Its day begins when the cinema opens. */
export function isWithinHours(
  { opens, closes }: OpeningHours,
  { starts_at, duration }: Pick<ScheduledShowtime, 'starts_at' | 'duration'>,
  timeZone: string,
) {
  const sinceOpening = (time: string) =>
    (minutesOfDay(time) - minutesOfDay(opens) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  const openMinutes = sinceOpening(closes)
  if (openMinutes === 0) return true
  return sinceOpening(formatTimeInput(starts_at, timeZone)) + duration <= openMinutes
}
