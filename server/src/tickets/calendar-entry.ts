import { TZDate, tzOffset, tzScan } from '@date-fns/tz'
import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { endOfShow, formatTime, MINUTE_MS } from '@marquee/contract/time'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Config } from '../config/config.ts'

const ALARM_SECONDS = 3600

export interface CalendarEntry {
  uid: string
  movie: string
  screen: string
  seats: string[]
  slots: string[]
  /** Undefined on the pass of a single seat. */
  reference?: string
  startsAt: number
  /** Minutes. */
  duration: number
  /** Grows with each change of the booking. */
  sequence: number
  isCancelled: boolean
  url: string
}

type Site = Pick<Config, 'brandName' | 'timeZone'> & { cinema: CinemaDetails; now: number }

/** Returns an iCalendar file (RFC 5545) with the showtime of a ticket. */
export function calendarFile(entry: CalendarEntry, { brandName, timeZone, cinema, now }: Site) {
  const end = endOfShow(entry.startsAt, entry.duration)
  const calendar = ical({
    prodId: { company: brandName, product: 'Tickets', language: 'EN' },
    method: entry.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    timezone: {
      name: null,
      generator: () => vtimezoneOf(timeZone, { start: entry.startsAt, end }),
    },
  })
  const { name, address, lat, lng } = cinema
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: new Date(now),
    timezone: timeZone,
    start: inZone(entry.startsAt, timeZone),
    end: inZone(end, timeZone),
    summary: entry.movie,
    description: descriptionOf(entry, { timeZone, cinema }),
    location: {
      title: name,
      ...(address !== null && { address }),
      ...(lat !== null && lng !== null && { geo: { lat, lon: lng } }),
    },
    url: entry.url,
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    alarms: [
      { type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS, description: entry.movie },
    ],
  })
  return calendar.toString()
}

function descriptionOf(
  { screen, seats, slots, reference, startsAt, url }: CalendarEntry,
  { timeZone, cinema }: Pick<Site, 'timeZone' | 'cinema'>,
) {
  const arriveAt = startsAt - cinema.arrival * MINUTE_MS
  return [
    seats.length === 0
      ? screen
      : `${screen}, ${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}`,
    ...(slots.length > 0 ? [`Parking: ${slots.join(', ')}`] : []),
    `Please arrive by ${formatTime(arriveAt, timeZone)}.`,
    ...(reference === undefined ? [] : [`Booking reference: ${reference}`]),
    url,
  ].join('\n')
}

const YEAR_MS = 366 * 24 * 60 * 60 * 1000

/**
 * The VTIMEZONE of an IANA zone with its changes from a year before the event until after it: calendars without a database of zones find
 * the right offset.
 */
function vtimezoneOf(timeZone: string, { start, end }: { start: number; end: number }) {
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
const inZone = (instant: number, timeZone: string) => new TZDate(instant, timeZone)
