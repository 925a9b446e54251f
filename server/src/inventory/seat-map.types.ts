import type { PlaceRow } from '../database/schema.ts'
import type { DatabaseTime } from './live-holds.ts'
import type { ClaimState } from './seat-map.sql.ts'

/**
 * The seat map as stored, with expired holds that are not deleted yet (`withoutExpired` removes them). The time is that
 * at which the map was read; `readAt` is the same moment by `ctx.monotonicNow`.
 */
export type StoredSeatMap = SeatMap & DatabaseTime & { readAt: number }

/** A snapshot of the places of a showtime and their claims. Contains no expired holds, unless it is a `StoredSeatMap`. */
export interface SeatMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, ClaimState>
}
