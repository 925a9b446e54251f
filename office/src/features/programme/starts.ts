import { formatTime, MINUTE_MS } from '@marquee/contract/time'

const CLOCK = /^(\d{1,2})(?:[:.h]?([0-5]\d))?\s*(am|pm|a|p)?$/i

/**
 * Reads times of day that are separated by commas, semicolons or spaces: `10:00, 13.15, 6:30 pm`. Returns them as `18:30`, each once, in order, and the
 * parts that are no time of day.
 */
export function parseStarts(text: string): { times: string[]; invalid: string[] } {
  const parts = text
    .replaceAll(/\s+(?=[ap]m?\b)/gi, '')
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
  const read = parts.map((part) => ({ part, time: readTime(part) }))
  return {
    times: [...new Set(read.flatMap(({ time }) => time ?? []))].toSorted(),
    invalid: read.flatMap(({ part, time }) => (time === undefined ? part : [])),
  }
}

function readTime(part: string) {
  const match = CLOCK.exec(part)
  if (!match) return undefined
  const [, hourText = '', minutes = '00', half = ''] = match
  const isAfternoon = half.toLowerCase().startsWith('p')
  const hour = Number(hourText)
  if (half && (hour < 1 || hour > 12)) return undefined
  const hour24 = half ? (hour % 12) + (isAfternoon ? 12 : 0) : hour
  return hour24 > 23 ? undefined : `${String(hour24).padStart(2, '0')}:${minutes}`
}

export const SNAP_MINUTES = 5

/** The next multiple of five minutes. */
export const snapUp = (minutes: number) => Math.ceil(minutes / SNAP_MINUTES) * SNAP_MINUTES
/** The nearest multiple of five minutes. */
export const snap = (minutes: number) => Math.round(minutes / SNAP_MINUTES) * SNAP_MINUTES

/** `18:30` for minutes since midnight. A time of the next day is one of its first hours. */
export function timeOfMinutes(minutes: number) {
  const ofDay = ((minutes % 1440) + 1440) % 1440
  const hour = String(Math.floor(ofDay / 60)).padStart(2, '0')
  return `${hour}:${String(ofDay % 60).padStart(2, '0')}`
}

/** `6:30 PM` for minutes since midnight. */
export const clockText = (minutes: number) => formatTime(minutes * MINUTE_MS, 'UTC')

/** Minutes since midnight of `18:30`. */
export const minutesOfTime = (time: string) => {
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  return hour * 60 + minutes
}
