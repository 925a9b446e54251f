import type { PlaceRow } from '../database/schema.ts'
import type { ClaimState } from './seat-map.sql.ts'

/**
 * The seat map as stored, with expired holds that are not deleted yet (`withoutExpired` removes them). `now` is the time of the
 * database when the map was read (epoch milliseconds), `readAt` the same moment by `ctx.monotonicNow`.
 */
export type StoredSeatMap = SeatMap & { now: number; readAt: number }

/** A snapshot of the places of a showtime and their claims. Contains no expired holds, unless it is a `StoredSeatMap`. */
export interface SeatMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, ClaimState>
}
