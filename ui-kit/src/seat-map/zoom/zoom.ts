/** Sizes of a seat's cell in pixels. A finger needs larger seats than a mouse. */
export const MIN_TAP_SIZE_PX = 24
export const MIN_CLICK_SIZE_PX = 16
/** From this size on, a seat shows its number. */
export const MIN_NUMBER_SIZE_PX = 26
const ZOOMED_CELL_PX = 32
const MIN_CELL_PX = 4
const MAX_CELL_PX = 64
const MAX_FIT_CELL_PX = 38

interface Room {
  /** Pixels for the seats of a row. */
  width: number
  /** Pixels for all rows. Undefined if the page may scroll to see them. */
  height?: number | undefined
  /** The smallest cell that can be used. Rather than use smaller ones, the page scrolls. */
  minCell: number
}

/** The cell size at which the whole map is visible. The map has this size at first. */
export function cellToFit({ width, height, minCell }: Room, cells: number, rows: number) {
  const byWidth = Math.min(MAX_FIT_CELL_PX, width / Math.max(cells, 1))
  const byHeight = height === undefined ? byWidth : height / Math.max(rows, 1)
  return Math.max(MIN_CELL_PX, Math.min(byWidth, Math.max(byHeight, minCell)))
}

/** The cell size after a tap on a map whose seats are too small to tap. */
export const cellAfterTap = (fit: number) => Math.max(fit, ZOOMED_CELL_PX)

export const scaleCell = (cell: number, factor: number, fit: number) =>
  Math.min(MAX_CELL_PX, Math.max(Math.min(fit, MIN_NUMBER_SIZE_PX), cell * factor))

/** Every nth row shows its letters, so that letters of this height do not overlap. */
export const letterStep = (cell: number, letterHeight: number) =>
  Math.max(1, Math.ceil(letterHeight / cell))
