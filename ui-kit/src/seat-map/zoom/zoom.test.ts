import { expect, test } from 'vitest'
import { cellToFit, getLetterStep, MIN_TAP_SIZE_PX, zoomCell, zoomedCell } from './zoom.ts'

test('cellToFit shows the whole map, but not larger than necessary', () => {
  expect(cellToFit(900, 30)).toBe(30)
  expect(cellToFit(300, 30)).toBe(10)
  expect(cellToFit(2000, 10)).toBeLessThan(40)
})

test('zoomedCell is tappable', () => {
  expect(zoomedCell(cellToFit(300, 30))).toBeGreaterThanOrEqual(MIN_TAP_SIZE_PX)
  expect(zoomedCell(36)).toBe(36)
})

test('zoomCell stays between the whole map and the largest cell', () => {
  expect(zoomCell(30, 100, 10)).toBe(64)
  expect(zoomCell(30, 0.01, 10)).toBe(10)
  expect(zoomCell(30, 0.01, 36)).toBeGreaterThanOrEqual(MIN_TAP_SIZE_PX)
})

test('getLetterStep leaves out rows only when their letters would overlap', () => {
  expect([30, 17, 15.7, 8, 6].map((cell) => getLetterStep(cell, 16.8))).toEqual([1, 1, 2, 3, 3])
})
