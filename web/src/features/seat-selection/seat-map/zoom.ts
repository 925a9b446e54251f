/** Sizes of a seat's cell in pixels. A cell smaller than `TAPPABLE` is too small for a finger. */
export const TAPPABLE = 24
const COMFORTABLE = 26
const SMALLEST = 6
const LARGEST = 64
const LARGEST_FIT = 38

/** The cell size at which the whole map is visible. */
export const cellToFit = (width: number, cells: number) =>
  Math.max(SMALLEST, Math.min(LARGEST_FIT, width / Math.max(cells, 1)))

/** The cell size at first: the whole map, unless its seats are too small to tap. */
export const initialCell = (fit: number) => Math.max(fit, COMFORTABLE)

export const zoomCell = (cell: number, factor: number, fit: number) =>
  Math.min(LARGEST, Math.max(Math.min(fit, COMFORTABLE), cell * factor))
