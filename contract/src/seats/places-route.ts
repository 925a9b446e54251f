/** Separate from their schemas in seats.ts and parking.ts, so that the seat screen loads without Zod. */
export const SEATS_ROUTE = { method: 'GET', path: '/api/seats/showtime/:showtimeId' } as const
export const PARKING_ROUTE = { method: 'GET', path: '/api/parking/showtime/:showtimeId' } as const

/** The header with the revision of a showtime's seat map. Pushes carry the same number, which only grows. */
export const REV_HEADER = 'x-showtime-rev'
