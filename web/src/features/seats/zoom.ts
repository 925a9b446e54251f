/** Pixels of one seat's cell. Below `TAPPABLE` a seat is too small to be meant, so a tap comes nearer first. */
export const TAPPABLE = 24
const COMFORTABLE = 26
const SMALLEST = 6
const LARGEST = 64
const LARGEST_FIT = 38

/** The whole width of the hall at once. */
export const fitting = (width: number, cells: number) =>
  Math.max(SMALLEST, Math.min(LARGEST_FIT, width / Math.max(cells, 1)))

/** What a visitor sees first: the whole hall, unless its seats would be too small to touch. */
export const firstCell = (fit: number) => Math.max(fit, COMFORTABLE)

export const zoomed = (cell: number, factor: number, fit: number) =>
  Math.min(LARGEST, Math.max(Math.min(fit, COMFORTABLE), cell * factor))
