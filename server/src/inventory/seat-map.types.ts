import type { PlaceRow } from '../database/schema.ts'
import type { ClaimState } from './seat-map.sql.ts'

/** A seat map as its revision has it, read at `now` by the database's clock (epoch milliseconds), which is `ahead` of this process. */
export type RecordedSeatMap = SeatMap & { now: number; ahead: number }

/** The places of a showtime and their claims at one moment. */
export interface SeatMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, ClaimState>
}
