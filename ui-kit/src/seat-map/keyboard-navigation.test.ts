import { groupByRow, layoutRow } from '@marquee/contract/seats/seat-rows'
import { expect, test } from 'vitest'
import { findSeatForArrowKey } from './keyboard-navigation.ts'

const createRow = (letter: string, length: number) =>
  Array.from({ length }, (_, index) => createSeat(`${letter}${index + 1}`))
const createSeat = (seatNumber: string, x?: number) => ({ _id: seatNumber, seatNumber, x })
const layout = (seats: ReturnType<typeof createSeat>[]) => groupByRow(seats).map(layoutRow)
// Rows are centred: A1 stands before B3.
const rows = layout([createRow('A', 4), createRow('B', 8), createRow('C', 8)].flat())

test.each([
  ['A1', 'ArrowRight', 'A2'],
  ['B8', 'ArrowLeft', 'B7'],
  ['B3', 'ArrowDown', 'C3'],
  ['A1', 'ArrowDown', 'B3'],
  ['B1', 'ArrowUp', 'A1'],
  ['B8', 'ArrowUp', 'A4'],
  ['C3', 'Home', 'C1'],
  ['C3', 'End', 'C8'],
  ['A1', 'ArrowUp', undefined],
  ['A4', 'ArrowRight', undefined],
  ['C8', 'ArrowDown', undefined],
  ['A1', 'x', undefined],
])('findSeatForArrowKey from %s by %s is %s', (from, key, expected) => {
  expect(findSeatForArrowKey(rows, from, { key, wholeMap: false })?._id).toBe(expected)
})

test.each([
  ['Home', 'A1'],
  ['End', 'C8'],
])('findSeatForArrowKey by %s in the whole map is %s', (key, expected) => {
  expect(findSeatForArrowKey(rows, 'B3', { key, wholeMap: true })?._id).toBe(expected)
})

// Numbered from the right, with an aisle: A3 A2 _ _ A1.
const drawn = layout([
  ...[createSeat('A3', -2), createSeat('A2', -1), createSeat('A1', 2)],
  ...createRow('B', 4),
])

test.each([
  ['A3', 'ArrowRight', 'A2'],
  ['A2', 'ArrowRight', 'A1'],
  ['A1', 'Home', 'A3'],
  ['A1', 'ArrowDown', 'B4'],
  ['B3', 'ArrowUp', 'A1'],
  ['B2', 'ArrowUp', 'A2'],
])(
  'findSeatForArrowKey in drawn rows from %s by %s is %s, by position and not by number [S-921]',
  (from, key, expected) => {
    expect(findSeatForArrowKey(drawn, from, { key, wholeMap: false })?._id).toBe(expected)
  },
)
