/** Sizes of a seat's cell in pixels. A cell smaller than `MIN_TAP_SIZE_PX` is too small to tap. */
export const MIN_TAP_SIZE_PX = 24
const DEFAULT_CELL_PX = 26
const MIN_CELL_PX = 6
const MAX_CELL_PX = 64
const MAX_FIT_CELL_PX = 38

/** The cell size at which the whole map is visible. */
export const cellToFit = (width: number, cells: number) =>
  Math.max(MIN_CELL_PX, Math.min(MAX_FIT_CELL_PX, width / Math.max(cells, 1)))

/** The cell size at first: the whole map, unless its seats are too small to tap. */
export const initialCell = (fit: number) => Math.max(fit, DEFAULT_CELL_PX)

export const zoomCell = (cell: number, factor: number, fit: number) =>
  Math.min(MAX_CELL_PX, Math.max(Math.min(fit, DEFAULT_CELL_PX), cell * factor))
