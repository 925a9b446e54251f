/** Sizes of a seat's cell in pixels. A cell smaller than `MIN_TAP_SIZE_PX` is too small to tap. */
export const MIN_TAP_SIZE_PX = 24
/** From this size on, a seat shows its number. */
export const MIN_NUMBER_SIZE_PX = 26
const ZOOMED_CELL_PX = 32
const MIN_CELL_PX = 4
const MAX_CELL_PX = 64
const MAX_FIT_CELL_PX = 38

/** The cell size at which the whole map is visible. The map has this size at first. */
export const cellToFit = (width: number, cells: number) =>
  Math.max(MIN_CELL_PX, Math.min(MAX_FIT_CELL_PX, width / Math.max(cells, 1)))

/** The cell size after a tap on a map whose seats are too small to tap. */
export const zoomedCell = (fit: number) => Math.max(fit, ZOOMED_CELL_PX)

export const zoomCell = (cell: number, factor: number, fit: number) =>
  Math.min(MAX_CELL_PX, Math.max(Math.min(fit, MIN_NUMBER_SIZE_PX), cell * factor))

/** Every nth row shows its letters, so that letters of this height do not overlap. */
export const getLetterStep = (cell: number, letterHeight: number) =>
  Math.max(1, Math.ceil(letterHeight / cell))
