import type { PlaceRow } from '../database/schema.ts'
import type { StandingClaim } from './map.sql.ts'

/** As its revision has it, at `now` by the database's clock (epoch milliseconds), which is `ahead` of ours. */
export type RecordedMap = ShowtimeMap & { now: number; ahead: number }

/** Everything about the places of one showtime at one moment. */
export interface ShowtimeMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, StandingClaim>
}
