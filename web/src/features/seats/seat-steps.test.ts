import { expect, test } from 'vitest'
import { seatByKey } from './seat-steps.ts'

const row = (letter: string, length: number) => ({
  seats: Array.from({ length }, (_, place) => ({ _id: `${letter}${place + 1}` })),
})
const hall = [row('A', 4), row('B', 8), row('C', 8)]
const press = (from: string, key: string, wholeHall = false) =>
  seatByKey(hall, from, key, wholeHall)?._id

test.each([
  ['A1', 'ArrowRight', 'A2'],
  ['B8', 'ArrowLeft', 'B7'],
  ['B3', 'ArrowDown', 'C3'],
  ['C3', 'Home', 'C1'],
  ['C3', 'End', 'C8'],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(press(from, key)).toBe(to)
})

test('up and down lead to the seat that stands nearest, for rows are centred', () => {
  expect(press('A1', 'ArrowDown')).toBe('B3')
  expect(press('B1', 'ArrowUp')).toBe('A1')
  expect(press('B8', 'ArrowUp')).toBe('A4')
})

test('with control, Home and End lead to the ends of the hall', () => {
  expect(press('B3', 'Home', true)).toBe('A1')
  expect(press('B3', 'End', true)).toBe('C8')
})

test('beyond the last seat there is nothing, and other keys lead nowhere', () => {
  expect(press('A1', 'ArrowUp')).toBeUndefined()
  expect(press('A4', 'ArrowRight')).toBeUndefined()
  expect(press('C8', 'ArrowDown')).toBeUndefined()
  expect(press('A1', 'x')).toBeUndefined()
})
