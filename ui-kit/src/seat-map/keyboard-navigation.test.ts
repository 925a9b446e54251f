import { expect, test } from 'vitest'
import { findSeatForArrowKey } from './keyboard-navigation.ts'

const row = (letter: string, length: number) => ({
  seats: Array.from({ length }, (_, index) => ({ _id: `${letter}${index + 1}` })),
})
// Rows are centred: A1 stands before B3.
const rows = [row('A', 4), row('B', 8), row('C', 8)]

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
