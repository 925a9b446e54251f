import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#test/random-runs.ts'
import { findNearestSeats } from './nearest-seats.ts'

const seat = (seatNumber: string, category = 'Standard') => ({ seatNumber, category })
const numbersOf = (seats: { seatNumber: string }[]) => seats.map(({ seatNumber }) => seatNumber)

test('findNearestSeats prefers the seat beside the lost one to the one behind it, and the same category', () => {
  const free = [seat('H8', 'VIP'), seat('J7'), seat('H6'), seat('A1')]
  expect(numbersOf(findNearestSeats([seat('H7')], free))).toEqual(['H6'])
  expect(numbersOf(findNearestSeats([seat('Z1')], [seat('AA1'), seat('X1')]))).toEqual(['AA1'])
})

test('findNearestSeats finds seats side by side, else near ones, else none', () => {
  const lost = [seat('H7'), seat('H8')]
  expect(
    numbersOf(findNearestSeats(lost, [seat('H6'), seat('H9'), seat('K1'), seat('K2')])),
  ).toEqual(['K1', 'K2'])
  expect(numbersOf(findNearestSeats(lost, [seat('H6'), seat('H9')]))).toEqual(['H6', 'H9'])
  expect(findNearestSeats(lost, [seat('H6')])).toEqual([])
  expect(findNearestSeats([], [seat('H6')])).toEqual([])
})

const seats = fc.uniqueArray(
  fc.record({
    seatNumber: fc
      .tuple(fc.constantFrom('A', 'B', 'Z', 'AA'), fc.integer({ min: 1, max: 6 }))
      .map(([row, number]) => `${row}${number}`),
    category: fc.constantFrom('Standard', 'VIP'),
  }),
  { selector: ({ seatNumber }) => seatNumber, maxLength: 12 },
)

test('findNearestSeats returns different free seats, one of the same category for each lost seat, whenever there are enough', () => {
  fc.assert(
    fc.property(seats, seats, (lost, free) => {
      const found = findNearestSeats(lost, free)
      const categories = (of: { category: string }[]) =>
        of.map(({ category }) => category).toSorted()
      const count = (of: { category: string }[], category: string) =>
        of.filter((one) => one.category === category).length
      const areEnough = lost.every(({ category }) => count(free, category) >= count(lost, category))
      expect(categories(found)).toEqual(areEnough ? categories(lost) : [])
      expect(new Set(found).size).toBe(found.length)
      expect(found.every((one) => free.includes(one))).toBe(true)
    }),
    randomRuns({ few: 100, many: 1000 }),
  )
})
