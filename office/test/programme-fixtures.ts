import type { GridShow } from '@marquee/contract/office/programme/week'
import { parseLocalTime } from '@marquee/contract/time'
import { vi } from 'vitest'
import type { WeekProgramme } from '#lib/programme.queries.ts'

export const ZONE = 'Asia/Kolkata'

/** Monday noon of the week of the fixtures, in India. */
export const NOW = '2026-11-30T06:30:00.000Z'

/** Time stands still at `NOW`. Timers run. */
export const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })

/** The ISO time of a local day and time in India. */
export const at = (day: string, time: string) =>
  new Date(parseLocalTime(day, time, ZONE)).toISOString()

/** A show of Amaran, 150 minutes, on Screen 1 on Tuesday at 18:00. */
export function createGridShow(changes: Partial<GridShow> = {}): GridShow {
  const startTime = changes.startTime ?? at('2026-12-01', '18:00')
  return {
    _id: 'show-1',
    movieId: 'amaran',
    screenId: 's1',
    startTime,
    endTime: new Date(Date.parse(startTime) + 150 * 60_000).toISOString(),
    cutoffMinutes: 30,
    sold: 40,
    held: 0,
    capacity: 100,
    dailyAt: null,
    ...changes,
  }
}

/** A daily show of a day, added by the daily showtime of Screen 2 at 21:00. */
export const createDailyShow = (day: string, changes: Partial<GridShow> = {}) =>
  createGridShow({
    _id: `daily-${day}`,
    screenId: 's2',
    movieId: 'lucky',
    startTime: at(day, '21:00'),
    sold: 0,
    dailyAt: '21:00',
    ...changes,
  })

export const DAYS = [
  ...['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'],
  ...['2026-12-04', '2026-12-05', '2026-12-06'],
]

export const createProgramme = (changes: Partial<WeekProgramme> = {}): WeekProgramme => ({
  from: '2026-11-30',
  days: 7,
  version: 5,
  isOwnedByOffice: true,
  screens: [
    { _id: 's1', name: 'Screen 1', cleaningMinutes: 15, closed: null },
    { _id: 's2', name: 'Screen 2', cleaningMinutes: 15, closed: null },
  ],
  movies: [
    { _id: 'amaran', name: 'Amaran', duration: 150, state: 'showing' },
    { _id: 'lucky', name: 'Lucky Baskhar', duration: 120, state: 'showing' },
    { _id: 'premiere', name: 'Premiere', duration: 100, state: 'announced' },
  ],
  shows: [createGridShow(), ...DAYS.map((day) => createDailyShow(day))],
  dailyRules: [{ screenId: 's2', at: '21:00', movieId: 'lucky', cutoffMinutes: 30, except: [] }],
  ...changes,
})
