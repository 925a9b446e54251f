import { snap } from '#features/programme/starts.ts'
import type { GridPlace } from './drag.ts'
import type { Axis } from './layout.ts'

/** Pixels of an hour. */
const HOUR_PIXELS = 28
/** Pixels of the line above each row. */
const ROW_BORDER = 1
/** Hours between two lines. */
const LINE_HOURS = 3

export const LINE_MINUTES = LINE_HOURS * 60
export const toPixels = (minutes: number) => (minutes * HOUR_PIXELS) / 60
export const toMinutes = (pixels: number) => (pixels * 60) / HOUR_PIXELS

/** Pixels of the hours of a row. */
export const rowHeight = ({ from, to }: Axis) => toPixels(to - from)

/** Pixels from the top of the first row to the time of a place. */
export const topOf = (axis: Axis, row: number, start: number) =>
  row * (rowHeight(axis) + ROW_BORDER) + ROW_BORDER + toPixels(start - axis.from)

/** The time at so many pixels below the top of a cell, to five minutes. Minutes since midnight. */
export const startAt = (axis: Axis, pixels: number) => snap(axis.from + toMinutes(pixels))

interface Rows {
  axis: Axis
  screenIds: readonly string[]
  days: readonly string[]
}

/** Where the first cell is on the page. */
export type FirstCell = Pick<DOMRect, 'left' | 'top' | 'width'>

/** The place at a point of the page, to five minutes. Undefined outside the cells. */
export function placeAtPoint(
  { axis, screenIds, days }: Rows,
  first: FirstCell,
  { x, y }: { x: number; y: number },
): GridPlace | undefined {
  const pitch = rowHeight(axis) + ROW_BORDER
  const row = Math.floor((y - first.top) / pitch)
  const screenId = screenIds[row]
  const day = days[Math.floor((x - first.left) / first.width)]
  if (screenId === undefined || day === undefined) return undefined
  return { screenId, day, start: startAt(axis, y - first.top - row * pitch) }
}
