import { expect, test } from 'vitest'
import { BOOKING_PASS } from '#src/tickets/tickets.ts'
import { admittedOf, type BookingAtDoor, decideScan } from './decide-scan.ts'

type ScanAtDoor = Parameters<typeof decideScan>[1]

const SHOW = 'show-1'
const booking: BookingAtDoor = {
  showtimeId: SHOW,
  issue: 1,
  passes: [1, 2, 3],
  admitted: 0,
  admittedPasses: [],
}
const passOf = (changes: Partial<ScanAtDoor['pass']> = {}) => ({
  showtimeId: SHOW,
  number: BOOKING_PASS,
  issue: 1,
  ...changes,
})
const party = passOf()
const seat = (number: number) => passOf({ number })

test.each<[string, ScanAtDoor, Partial<BookingAtDoor>, string, number]>([
  ['the pass of a party', { pass: party }, {}, 'ADMITTED', 3],
  ['part of a party', { pass: party, count: 2 }, {}, 'ADMITTED', 2],
  ['a party of whom two are in', { pass: party }, { admitted: 2 }, 'ADMITTED', 1],
  ['more people than are left', { pass: party, count: 2 }, { admitted: 2 }, 'ALREADY_ADMITTED', 0],
  ['a party that is in', { pass: party }, { admitted: 3 }, 'ALREADY_ADMITTED', 0],
  ['the pass of one seat', { pass: seat(2) }, {}, 'ADMITTED', 1],
  ['two people with the pass of one seat', { pass: seat(2), count: 2 }, {}, 'ALREADY_ADMITTED', 0],
  [
    'the pass of a seat that is in',
    { pass: seat(2) },
    { admitted: 1, admittedPasses: [2] },
    'ALREADY_ADMITTED',
    0,
  ],
  ['a seat of a party that is in', { pass: seat(1) }, { admitted: 3 }, 'ALREADY_ADMITTED', 0],
  ['a seat of a party of whom two are in', { pass: seat(1) }, { admitted: 2 }, 'ADMITTED', 1],
  ['an earlier issue', { pass: passOf({ issue: 0 }) }, {}, 'VOID', 0],
  ['a pass for the show before', { pass: passOf({ showtimeId: 'other' }) }, {}, 'VOID', 0],
  ['a seat that has left the booking', { pass: seat(2) }, { passes: [1, 3] }, 'VOID', 0],
  ['a typed reference', { pass: null }, { issue: 2 }, 'ADMITTED', 3],
  ['a cancelled booking', { pass: party }, { passes: [] }, 'CANCELLED', 0],
  ['another show', { pass: party, showtimeId: 'other' }, {}, 'WRONG_SHOW', 0],
  [
    'a void pass at another show',
    { pass: passOf({ issue: 0 }), showtimeId: 'other' },
    {},
    'VOID',
    0,
  ],
])('decideScan for %s [S-644]', (_, scan, changes, verdict, admittedNow) => {
  expect(decideScan({ ...booking, ...changes }, scan)).toMatchObject({
    verdict,
    admittedNow,
    excess: 0,
    number: scan.pass?.number ?? BOOKING_PASS,
  })
})

test.each<[string, ScanAtDoor, Partial<BookingAtDoor>, object]>([
  ['all people', { pass: party, count: 3 }, {}, { verdict: 'ADMITTED', admittedNow: 3, excess: 0 }],
  [
    'those who are left, and reports the others',
    { pass: party },
    { admitted: 2 },
    { verdict: 'EXCESS', admittedNow: 1, excess: 2 },
  ],
  [
    'the owner of a seat that has left the booking for the party',
    { pass: seat(2) },
    { passes: [1, 3] },
    { verdict: 'ADMITTED', number: BOOKING_PASS, admittedNow: 1, excess: 0 },
  ],
  [
    'the people of a cancelled booking as excess',
    { pass: seat(2) },
    { passes: [] },
    { verdict: 'EXCESS', number: BOOKING_PASS, admittedNow: 0, excess: 1 },
  ],
  [
    'no one of a booking for another show',
    { pass: party, showtimeId: 'other' },
    {},
    { verdict: 'WRONG_SHOW', admittedNow: 0, excess: 0 },
  ],
])('decideScan of an offline device counts %s', (_, scan, changes, decision) => {
  expect(decideScan({ ...booking, ...changes }, { ...scan, isOffline: true })).toMatchObject(
    decision,
  )
})

test('admittedOf counts all people of a party that has given seats back, and one for the pass of a seat', () => {
  const changed = { ...booking, passes: [1, 2], admitted: 3 }
  expect(admittedOf(changed, BOOKING_PASS)).toBe(3)
  expect(admittedOf(changed, 1)).toBe(1)
  expect(admittedOf({ ...booking, admitted: 1, admittedPasses: [2] }, 1)).toBe(0)
})
