import { expect, test } from 'vitest'
import { placeAtPoint, rowHeight, topOf } from './geometry.ts'

const AXIS = { from: 9 * 60, to: 24 * 60 }
const ROWS = { axis: AXIS, screenIds: ['s1', 's2'], days: ['2026-11-30', '2026-12-01'] }
/** The first cell of a grid that is scrolled up a little. */
const FIRST = { left: 80, top: -50, width: 100 }

test.each([
  [
    { x: 81, y: -50 },
    { screenId: 's1', day: '2026-11-30', start: 9 * 60 },
  ],
  [
    { x: 279, y: -50 + 28 * 2.04 },
    { screenId: 's1', day: '2026-12-01', start: 11 * 60 },
  ],
  [
    { x: 81, y: -50 + 421 + 28 },
    { screenId: 's2', day: '2026-11-30', start: 10 * 60 },
  ],
])('placeAtPoint %j is %j [S-905]', (point, place) => {
  expect(placeAtPoint(ROWS, FIRST, point)).toEqual(place)
})

test.each([
  ['left of the cells', { x: 79, y: 0 }],
  ['right of the cells', { x: 280, y: 0 }],
  ['above the cells', { x: 81, y: -51 }],
  ['below the cells', { x: 81, y: -50 + 2 * 421 }],
])('placeAtPoint %s is no place [S-905]', (_, point) => {
  expect(placeAtPoint(ROWS, FIRST, point)).toBeUndefined()
})

test('topOf is below the line of its row, at the time of the place [S-905]', () => {
  expect(rowHeight(AXIS)).toBe(420)
  expect(topOf(AXIS, 0, 9 * 60)).toBe(1)
  expect(topOf(AXIS, 1, 10 * 60)).toBe(421 + 1 + 28)
})
