import type { Seat } from '@marquee/contract/seats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seatRows } from './seat-rows.ts'

const seat = (seatNumber: string): Seat => ({
  _id: seatNumber,
  seatNumber,
  category: 'Standard',
  status: 'AVAILABLE',
  price: 150,
})
const names = (seats: Seat[]) => seats.map(({ seatNumber }) => seatNumber)

test('rows run from A to Z and only then to AA [R-2.56]', () => {
  const rows = seatRows(['AA1', 'B1', 'Z1', 'A1', 'AB1'].map(seat))

  expect(rows.map(({ letters }) => letters)).toEqual(['A', 'B', 'Z', 'AA', 'AB'])
})

test('seats stand in the order of their numbers, not of their digits [R-2.57]', () => {
  const [row] = seatRows(['A10', 'A9', 'A2', 'A1'].map(seat))

  expect(names(row?.seats ?? [])).toEqual(['A1', 'A2', 'A9', 'A10'])
})

test('aisles leave a quarter of the row on either side, rounded down [R-2.58][R-9.11]', () => {
  const elevenSeats = Array.from({ length: 11 }, (_, place) => seat(`C${place + 1}`))

  expect(seatRows(elevenSeats)[0]?.blocks.map(({ length }) => length)).toEqual([2, 7, 2])
})

test('no seat is lost or shown twice, however large the hall', () => {
  const hall = fc.uniqueArray(
    fc
      .tuple(fc.stringMatching(/^[A-Z]{1,2}$/), fc.integer({ min: 1, max: 60 }))
      .map((name) => name.join('')),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(hall, (seatNumbers) => {
      const shown = seatRows(seatNumbers.map(seat)).flatMap(({ blocks }) => blocks.flat())
      expect(names(shown).toSorted()).toEqual(seatNumbers.toSorted())
    }),
  )
})
