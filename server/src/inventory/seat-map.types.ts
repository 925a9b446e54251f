import type { PlaceRow } from '../database/schema.ts'
import type { ClaimState } from './seat-map.sql.ts'

/** As its revision has it, at `now` by the database's clock (epoch milliseconds), which is `ahead` of ours. */
export type RecordedSeatMap = SeatMap & { now: number; ahead: number }

/** Everything about the places of one showtime at one moment. */
export interface SeatMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, ClaimState>
}
