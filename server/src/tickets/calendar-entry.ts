import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { endOfShow, formatTime, MINUTE_MS } from '@marquee/contract/time'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Config } from '../config/config.ts'
import { inZone, vtimezoneOf } from './vtimezone.ts'

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
