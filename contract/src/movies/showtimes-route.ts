/** Separate from its schemas in showtimes.ts, so that the seat screen loads without Zod. */
export const SHOWTIME_ROUTE = { method: 'GET', path: '/api/showtimes/:showtimeId' } as const

export const SHOWTIME_NOT_FOUND =
  'The selected showtime is no longer available. Please choose another showtime.'

export const DEFAULT_SCREEN = 'Screen 1'
