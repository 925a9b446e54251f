import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { expect, test } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { findPlaces } from './find-places.ts'

/** Rows A and B of Standard seats, row C of VIP seats, eight in each, and a slot. B4 is sold, B5 held, A7 and A8 are blocked, A1 is a wheelchair place. */
const PLACES: StaffPlace[] = [
  ...['A', 'B', 'C'].flatMap((letters) =>
    Array.from({ length: 8 }, (_, n) =>
      createPlace(`${letters}${n + 1}`, { category: letters === 'C' ? 'VIP' : 'Standard' }),
    ),
  ),
  createPlace('F1', { _id: 'slot', kind: 'fourWheeler', category: null }),
].map((place) => ({
  ...place,
  ...(place.label === 'B4' && { status: 'SOLD' as const }),
  ...(place.label === 'B5' && { status: 'HELD' as const }),
  ...(['A7', 'A8'].includes(place.label) && { status: 'BLOCKED' as const }),
  ...(place.label === 'A1' && { accessible: 'wheelchair' as const }),
}))

test.each([
  ['C5 C6', ['C5', 'C6']],
  ['c5,c6', ['C5', 'C6']],
  ['C5-7', ['C5', 'C6', 'C7']],
  ['C7 - c5', ['C5', 'C6', 'C7']],
  ['A1', ['A1']],
  ['C5 C5', ['C5']],
])('findPlaces finds the seats of %s [S-1080]', (text, placeIds) => {
  expect(findPlaces(text, PLACES)).toEqual({ placeIds })
})

test('findPlaces finds blocked seats if all of them are blocked [S-1236]', () => {
  expect(findPlaces('A7-8', PLACES)).toEqual({ placeIds: ['A7', 'A8'] })
  expect(findPlaces('A6-8', PLACES)).toEqual({ problem: 'A7 is blocked.' })
})

test.each([
  ['2', 2, 'any'],
  ['2 vip', 2, 'VIP'],
  ['3 V', 3, 'VIP'],
  ['4 standard', 4, 'Standard'],
])('findPlaces finds the best seats side by side for %s [S-1081]', (text, count, category) => {
  const found = findPlaces(text, PLACES)
  const labels = 'placeIds' in found ? found.placeIds : []
  const seats = PLACES.filter(({ _id }) => labels.includes(_id))
  expect(seats).toHaveLength(count)
  expect(new Set(seats.map(({ label }) => label[0])).size).toBe(1)
  const numbers = seats.map(({ label }) => Number(label.slice(1)))
  expect(Math.max(...numbers) - Math.min(...numbers)).toBe(count - 1)
  for (const seat of seats) {
    expect(seat.status).toBe('AVAILABLE')
    expect(seat.accessible).toBeUndefined()
    if (category !== 'any') expect(seat.category).toBe(category)
  }
})

test('findPlaces splits a party that has no room in one row [S-1081]', () => {
  const found = findPlaces('10', PLACES)
  expect('placeIds' in found && new Set(found.placeIds).size).toBe(10)
})

test.each([
  ['Z9', 'There is no seat Z9.'],
  ['F1', 'There is no seat F1.'],
  ['C5 B4', 'B4 is sold.'],
  ['B5', 'B5 is held by a visitor.'],
  ['popcorn', '“POPCORN” is no seat. Type D5 D6, D5-8 or 2 premium.'],
  ['2 gold', 'This hall has no seats called “gold”.'],
  ['9 vip', 'Only 8 free VIP seats left.'],
  ['22', 'Only 19 free seats left.'],
  ['0', 'Type at least 1 seat.'],
])('findPlaces says what is wrong with %s [S-1080]', (text, problem) => {
  expect(findPlaces(text, PLACES)).toEqual({ problem })
})
