import { expect, test } from 'vitest'
import { firstCell, fitting, TAPPABLE, zoomed } from './zoom.ts'

test('a hall that fits is shown whole, at a size that suits the page', () => {
  expect(firstCell(fitting(900, 30))).toBe(30)
  expect(fitting(2000, 10)).toBeLessThan(40)
})

test('a hall too wide for a phone starts with seats one can touch', () => {
  expect(fitting(300, 30)).toBe(10)
  expect(firstCell(fitting(300, 30))).toBeGreaterThanOrEqual(TAPPABLE)
})

test('zooming ends where nothing more is to be seen', () => {
  expect(zoomed(30, 100, 10)).toBe(64)
  expect(zoomed(30, 0.01, 10)).toBe(10)
  expect(zoomed(30, 0.01, 36)).toBeGreaterThanOrEqual(TAPPABLE)
})
