import { expect, test } from 'vitest'
import { chooseKeyboardLayout, decide, readCode } from './decide.ts'
import { applyEntries, type DoorBooking, type DoorEntry, type DoorList } from './door-list.ts'

const SHOW = 'show-1'
const booking: DoorBooking = {
  reference: 'MQ-2222222222',
  issue: 1,
  seats: ['H7', 'H8', 'H9'],
  passes: [1, 2, 3],
  slots: [],
  admitted: 0,
  admittedPasses: [],
  lastAdmission: null,
}
const createDoor = (changes: Partial<DoorBooking> = {}) => ({
  showtimeId: SHOW,
  bookings: new Map([[booking.reference, { ...booking, ...changes }]]),
})
const createPass = (changes = {}) => ({
  token: 'T',
  pass: { reference: booking.reference, showtimeId: SHOW, number: 0, issue: 1, ...changes },
})

test.each([
  ['the pass of a party', createPass(), {}, 'ADMITTED', 3],
  ['a pass of a party of whom two are in', createPass(), { admitted: 2 }, 'ADMITTED', 1],
  ['a pass of a party that is in', createPass(), { admitted: 3 }, 'ALREADY_ADMITTED', 0],
  ['the pass of one seat', createPass({ number: 2 }), {}, 'ADMITTED', 1],
  [
    'the pass of a seat that is in',
    createPass({ number: 2 }),
    { admitted: 1, admittedPasses: [2] },
    'ALREADY_ADMITTED',
    0,
  ],
  [
    'a seat of a party that is in',
    createPass({ number: 1 }),
    { admitted: 3 },
    'ALREADY_ADMITTED',
    0,
  ],
  ['an earlier issue', createPass({ issue: 0 }), {}, 'VOID', 0],
  [
    'the pass of a seat that has left the booking',
    createPass({ number: 2 }),
    { seats: ['H7', 'H9'], passes: [1, 3] },
    'VOID',
    0,
  ],
  [
    'the pass of a seat whose neighbour has left the booking',
    createPass({ number: 3 }),
    { seats: ['H7', 'H9'], passes: [1, 3] },
    'ADMITTED',
    1,
  ],
  ['a cancelled booking', createPass(), { seats: [], passes: [] }, 'CANCELLED', 0],
  ['another show', createPass({ showtimeId: 'other' }), {}, 'WRONG_SHOW', 0],
  ['an unknown booking', createPass({ reference: 'MQ-3333333333' }), {}, 'UNLISTED', 0],
  ['a token that is not genuine', { token: 'T', pass: undefined }, {}, 'NOT_GENUINE', 0],
  ['a typed reference', { reference: booking.reference }, {}, 'ADMITTED', 3],
  ['an unknown reference', { reference: 'MQ-4444444444' }, {}, 'NOT_FOUND', 0],
] as const)('decide for %s [S-644]', (_, code, changes, verdict, admittedNow) => {
  const door = createDoor(changes as Partial<DoorBooking>)
  expect(decide(door, code)).toMatchObject({ verdict, admittedNow })
})

test('decide admits part of a party, and refuses more people than are left', () => {
  expect(decide(createDoor(), createPass(), 1)).toMatchObject({
    verdict: 'ADMITTED',
    admittedNow: 1,
    admitted: 1,
    count: 3,
  })
  expect(decide(createDoor({ admitted: 2 }), createPass(), 2).verdict).toBe('ALREADY_ADMITTED')
})

test.each([
  ['mq-abcde23456', 'MQ-ABCDE23456'],
  [' abcde 23456 ', 'MQ-ABCDE23456'],
  ['mq abcde 23456', 'MQ-ABCDE23456'],
  ['mq-abcde2345', 'MQ-ABCDE2345'],
])('readCode reads %j as a reference', async (text, reference) => {
  expect(await readCode(text, [])).toEqual({ reference })
})

test.each([
  'HTTPS://EXAMPLE.COM/SOMETHING/THAT/IS/LONG',
  'https://example.com/menu',
  'WIFI:S:Foyer;;',
])('readCode reads the code %j of something else as a pass that is not genuine', async (text) => {
  expect(await readCode(text, [])).toMatchObject({ pass: undefined })
})

const list: DoorList = {
  showtimeId: SHOW,
  screen: 'Screen 1',
  movie: 'Amaran',
  keys: [],
  excessAdmissions: [],
  startTime: '2026-12-01T13:00:00.000Z',
  endTime: '2026-12-01T15:00:00.000Z',
  bookings: [booking],
}
const createEntry = (changes: Partial<DoorEntry> = {}) =>
  ({
    kind: 'scan',
    showtimeId: SHOW,
    reference: booking.reference,
    pass: 0,
    count: 2,
    scanId: 'scan-1',
    scan: { scannedAt: '2026-12-01T12:50:00.000Z', scanId: 'scan-1' },
    ...changes,
  }) as DoorEntry

const admittedAfter = (...entries: DoorEntry[]) =>
  applyEntries({ list, fetchedAt: 1000 }, entries).get(booking.reference)?.admitted

test('applyEntries counts what waits and what was sent after the list was fetched, once', () => {
  expect(admittedAfter(createEntry())).toBe(2)
  expect(admittedAfter(createEntry({ sentAt: 1500 }))).toBe(2)
  expect(admittedAfter(createEntry({ sentAt: 900 }))).toBe(0)
})

test('applyEntries takes back what was undone', () => {
  expect(admittedAfter(createEntry(), createEntry({ kind: 'undo' }))).toBe(0)
})

test.each([
  ['a reference as it was typed', 'mq2222222222', 'MA2222222222', 'mq2222222222'],
  ['another layout of Latin letters', 'QW-2222222222', 'MQ-2222222222', 'MQ-2222222222'],
  ['a layout of other letters', 'मक-२२२', 'MQ-222', 'MQ-222'],
  ['a mistake in a reference', 'MQ-222', 'MA-222', 'MQ-222'],
  ['pasted text', 'MQ-222', undefined, 'MQ-222'],
])('chooseKeyboardLayout reads %s [S-592]', async (_, text, usLayoutText, reading) => {
  expect(await chooseKeyboardLayout({ text, usLayoutText }, [])).toBe(reading)
})

test('decide does not call a code forged that came in other letters [S-592]', () => {
  const code = { token: 'मक२२', pass: undefined }
  expect(decide(createDoor(), code).verdict).toBe('UNREADABLE')
})
