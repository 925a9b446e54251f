import type { PlaceRow } from '../database/schema.ts'
import type { ClaimState } from './seat-map.sql.ts'

/** The seat map as stored. `now` is the database clock (epoch milliseconds), `ahead` the database clock minus the clock of this process. */
export type RecordedSeatMap = SeatMap & { now: number; ahead: number }

/** A snapshot of the places of a showtime and their claims. */
export interface SeatMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, ClaimState>
}
