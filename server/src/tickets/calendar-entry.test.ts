import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-entry.ts'

const ENTRY: CalendarEntry = {
  uid: 'MQ-7KX2M9QRT4',
  reference: 'MQ-7KX2M9QRT4',
  movie: 'The General',
  screen: 'Screen 1',
  seats: ['A1', 'A2'],
  slots: ['T1'],
  startsAt: Date.parse('2026-12-01T13:00:00Z'),
  duration: 79,
  sequence: 0,
  isCancelled: false,
  url: 'https://tickets.example/bookings/MQ-7KX2M9QRT4',
}
const CINEMA = {
  name: 'Palace',
  address: '14 Lantern Street, Chennai',
  lat: 13.0339,
  lng: 80.2676,
  phone: null,
  arrival: 20,
}

/** Reads the file with the zones that it contains alone. */
function read(changes: Partial<CalendarEntry> = {}, timeZone = 'Asia/Kolkata', cinema = CINEMA) {
  const now = Date.parse('2026-11-22T10:00:00Z')
  const text = calendarFile(
    { ...ENTRY, ...changes },
    { brandName: 'Marquee', timeZone, cinema, now },
  )
  ICAL.design.strict = true
  ICAL.TimezoneService.reset()
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const [component, ...others] = calendar.getAllSubcomponents('vevent')
  expect(others).toEqual([])
  if (!component) throw new Error('no event')
  return { text, calendar, component, event: new ICAL.Event(component) }
}
const instant = (time: ICAL.Time) => time.toJSDate().toISOString()

test('a calendar file has the showtime in the zone of the cinema, with its VTIMEZONE and one alarm', () => {
  const { text, calendar, component, event } = read()

  expect(event.uid).toBe('MQ-7KX2M9QRT4')
  expect(event.summary).toBe('The General')
  expect(component.getFirstProperty('dtstart')?.toICALString()).toBe(
    'DTSTART;TZID=Asia/Kolkata:20261201T183000',
  )
  expect(component.getFirstProperty('dtstamp')?.toICALString()).toBe('DTSTAMP:20261122T100000Z')
  expect([instant(event.startDate), instant(event.endDate)]).toEqual([
    '2026-12-01T13:00:00.000Z',
    '2026-12-01T14:19:00.000Z',
  ])
  expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(1)
  expect(event.location).toBe('Palace\n14 Lantern Street, Chennai')
  expect(event.description).toBe(
    `Screen 1, seats A1, A2
Parking: T1
Please arrive by 6:10 PM.
Booking reference: MQ-7KX2M9QRT4
https://tickets.example/bookings/MQ-7KX2M9QRT4`,
  )
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  const [alarm, ...others] = component.getAllSubcomponents('valarm')
  expect(others).toEqual([])
  expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT1H')
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

// Summer time in New York ends on 1 November 2026 at 06:00 UTC and starts on 14 March 2027 at 07:00 UTC.
test.each([
  ['before the end of summer time', '2026-10-31T22:30:00Z', '20261031T183000', '20261031T203000'],
  ['over the end of summer time', '2026-11-01T04:30:00Z', '20261101T003000', '20261101T013000'],
  ['after the end of summer time', '2026-11-01T23:30:00Z', '20261101T183000', '20261101T203000'],
  ['over the start of summer time', '2027-03-14T06:30:00Z', '20270314T013000', '20270314T043000'],
  ['after the start of summer time', '2027-03-14T22:30:00Z', '20270314T183000', '20270314T203000'],
])('a show in New York %s has the right start and end', (_, startTime, start, end) => {
  const startsAt = Date.parse(startTime)

  const { component, event } = read({ startsAt, duration: 120 }, 'America/New_York')

  const local = (name: string) => component.getFirstProperty(name)?.toICALString().split(':')[1]
  expect([local('dtstart'), local('dtend')]).toEqual([start, end])
  expect(instant(event.startDate)).toBe(new Date(startsAt).toISOString())
  expect(instant(event.endDate)).toBe(new Date(startsAt + 120 * 60_000).toISOString())
})

test('SEQUENCE is the number of changes', () => {
  expect([0, 1, 6].map((sequence) => read({ sequence }).event.sequence)).toEqual([0, 1, 6])
})

test.each([
  ['commas, semicolons and backslashes', 'Crime; and, \\punishment\\n'],
  ['emoji', '🎬 Love ❤️ & Popcorn 🍿👨‍👩‍👧‍👦'],
  ['two hundred characters', 'வணக்கம் world, '.repeat(14).slice(0, 200)],
  ['quotes and colons', 'Mission: "Impossible"'],
])('a movie and a cinema with %s keep their names', (_, name) => {
  const { text, event } = read({ movie: name }, 'Asia/Kolkata', { ...CINEMA, name })

  expect(event.summary).toBe(name)
  expect(event.location).toBe(`${name}\n${CINEMA.address}`)
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
})

test('a line break in a name adds no property', () => {
  const { component } = read({ movie: 'One\r\nATTENDEE:mailto:asha@example.com' })

  expect(component.getAllProperties('attendee')).toEqual([])
})
