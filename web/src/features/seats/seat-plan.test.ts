import type { Seat } from '@marquee/contract/seats'
import { expect, test } from 'vitest'
import { planRow } from './seat-plan.ts'
import { seatRows } from './seat-rows.ts'

const rowOf = (length: number) => {
  const seats = Array.from({ length }, (_, place): Seat => {
    const seatNumber = `A${place + 1}`
    return { _id: seatNumber, seatNumber, category: 'VIP', status: 'AVAILABLE', price: 250 }
  })
  const [row] = seatRows(seats)
  if (!row) throw new Error('A row of no seats')
  return planRow(row)
}
const offsets = (length: number) => rowOf(length).blocks.flatMap((b) => b.map((s) => s.offset))

test.each([1, 3, 4, 10, 25])('a row of %i seats stands symmetrically', (length) => {
  const left = offsets(length)
  const right = left.toReversed().map((offset) => -offset)

  for (const [place, offset] of left.entries()) expect(offset).toBeCloseTo(right[place] ?? 0)
})

test('two aisles part a row of four or more, none a shorter one', () => {
  expect(rowOf(8).blocks.map(({ length }) => length)).toEqual([2, 4, 2])
  expect(rowOf(3).blocks.map(({ length }) => length)).toEqual([3])
})
