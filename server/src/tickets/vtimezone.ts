import { TZDate, tzOffset, tzScan } from '@date-fns/tz'
import { MINUTE_MS } from '@marquee/contract/time'

const YEAR_MS = 366 * 24 * 60 * 60 * 1000

/**
 * The VTIMEZONE of an IANA zone with its changes from a year before the event until after it: calendars without a database of zones find
 * the right offset.
 */
export function vtimezoneOf(timeZone: string, { start, end }: { start: number; end: number }) {
  const from = new Date(start - YEAR_MS)
  const first = tzOffset(timeZone, from)
  const changes = tzScan(timeZone, { start: from, end: new Date(end) })
  const observances = [
    { date: from, change: 0, offset: first },
    ...changes.filter(({ change }) => change !== 0),
  ]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observances.flatMap(observance),
    'END:VTIMEZONE',
  ].join('\r\n')
}

interface Observance {
  date: Date
  /** Minutes. */
  change: number
  offset: number
}

function observance({ date, change, offset }: Observance) {
  const before = offset - change
  const kind = change > 0 ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localTime(date.getTime() + before * MINUTE_MS)}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(offset)}`,
    `END:${kind}`,
  ]
}

/** The parts of a UTC time, without the zone. */
const localTime = (shifted: number) =>
  new Date(shifted).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

function formatOffset(minutes: number) {
  const size = Math.abs(minutes)
  const digits = [Math.trunc(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${digits.join('')}`
}

/** A date that formats itself in the time zone: the library would use the zone of this machine. */
export const inZone = (instant: number, timeZone: string) => new TZDate(instant, timeZone)
