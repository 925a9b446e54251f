import type { getProgramme } from '@marquee/contract/office/programme/week'
import { addDays, formatIsoDate, type LocalClock } from '@marquee/contract/time'

export const DAYS_PER_WEEK = 7

/** The Monday of the week of a day: `2026-11-30`. */
export function mondayOf(day: string) {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday + 6) % DAYS_PER_WEEK))
}

/** The first day of the week that an address names, else of the current one. */
export function weekOf(search: URLSearchParams, { now, timeZone }: LocalClock) {
  const named = search.get('from') ?? ''
  return mondayOf(isDay(named) ? named : formatIsoDate(now, timeZone))
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const PATH: (typeof getProgramme)['path'] = '/api/office/programme'

/** The URL of the call for the programme of the seven days from a day. */
export const weekUrl = (from: string) => `${PATH}?from=${from}&days=${DAYS_PER_WEEK}`
