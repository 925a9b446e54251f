import type { Context } from '#src/context.ts'
import { type SeatMap, seatMapOf } from '#src/inventory/views/seat-map.ts'

/** Returns the seat map of a showtime as it is now. Throws NOT_FOUND. */
export async function readSeatMap(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  showtimeId: string,
): Promise<SeatMap> {
  const state = await showtimes.read(showtimeId)
  return seatMapOf(state, { ...config, now: showtimes.now() })
}
