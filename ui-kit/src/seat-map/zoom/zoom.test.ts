import { expect, test } from 'vitest'
import { cellAfterTap, cellToFit, letterStep, MIN_TAP_SIZE_PX, scaleCell } from './zoom.ts'

test('cellToFit shows the whole map, but not larger than necessary', () => {
  expect(cellToFit({ width: 900, minCell: 24 }, 30, 10)).toBe(30)
  expect(cellToFit({ width: 300, minCell: 24 }, 30, 10)).toBe(10)
  expect(cellToFit({ width: 2000, minCell: 24 }, 10, 10)).toBeLessThan(40)
})

test('cellToFit fits the height of the window too, unless the seats would be too small to use', () => {
  const room = { width: 900, height: 500 }
  expect(cellToFit({ ...room, minCell: 16 }, 30, 25)).toBe(20)
  expect(cellToFit({ ...room, minCell: 24 }, 30, 25)).toBe(24)
})

test('cellAfterTap is tappable', () => {
  expect(cellAfterTap(cellToFit({ width: 300, minCell: 24 }, 30, 10))).toBeGreaterThanOrEqual(
    MIN_TAP_SIZE_PX,
  )
  expect(cellAfterTap(36)).toBe(36)
})

test('scaleCell stays between the whole map and the largest cell', () => {
  expect(scaleCell(30, 100, 10)).toBe(64)
  expect(scaleCell(30, 0.01, 10)).toBe(10)
  expect(scaleCell(30, 0.01, 36)).toBeGreaterThanOrEqual(MIN_TAP_SIZE_PX)
})

test('letterStep leaves out rows only when their letters would overlap', () => {
  expect([30, 17, 15.7, 8, 6].map((cell) => letterStep(cell, 16.8))).toEqual([1, 1, 2, 3, 3])
})
