import { expect, test } from 'vitest'
import { cellToFit, initialCell, MIN_TAP_SIZE_PX, zoomCell } from './zoom.ts'

test('initialCell shows a map that fits at its full width', () => {
  expect(initialCell(cellToFit(900, 30))).toBe(30)
  expect(cellToFit(2000, 10)).toBeLessThan(40)
})

test('initialCell is tappable if the whole map does not fit', () => {
  expect(cellToFit(300, 30)).toBe(10)
  expect(initialCell(cellToFit(300, 30))).toBeGreaterThanOrEqual(MIN_TAP_SIZE_PX)
})

test('zoomCell stays between the whole map and the largest cell', () => {
  expect(zoomCell(30, 100, 10)).toBe(64)
  expect(zoomCell(30, 0.01, 10)).toBe(10)
  expect(zoomCell(30, 0.01, 36)).toBeGreaterThanOrEqual(MIN_TAP_SIZE_PX)
})
