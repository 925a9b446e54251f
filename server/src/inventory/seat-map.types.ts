import type { PlaceRow } from '../database/schema.ts'
import type { ClaimState } from './seat-map.sql.ts'

/**
 * The seat map as stored, with expired holds that are not deleted yet (`withoutExpired` removes them). `now` is the database clock (epoch
 * milliseconds), `clockOffsetMs` its difference from the clock of this process.
 */
export type StoredSeatMap = SeatMap & { now: number; clockOffsetMs: number }

/** A snapshot of the places of a showtime and their claims. Contains no expired holds, unless it is a `StoredSeatMap`. */
export interface SeatMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, ClaimState>
}
