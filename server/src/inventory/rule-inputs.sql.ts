import type { AccessType } from '@marquee/contract/seats'
import { sql } from 'kysely'
import { inputRows, lookUp } from '../database/dialect.ts'
import type { Db, PlaceType } from '../database/schema.ts'
import type { HolderAtShowtime } from './claim-requests.ts'
import { claimOfPlace, claimsOfHolder, clockRow, requestedPlace } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** A showtime, a place that is asked for, or a place that a holder holds. */
export interface RuleInputRow {
  /** The index of the showtime, place or holder in its list of the query. */
  list_index: number
  row_type: 'showtime' | 'wanted' | 'held'
  now: number
  max_held_until: number
  protected_after: number
  starts_at: number
  cutoff_minutes: number | null
  cancelled_at: number | null
  place_id: string
  kind: PlaceType
  label: string
  retired: number
  out_of_service: number
  access: AccessType | null
  holder: string | null
  held_until: number | null
  chosen_by: string | null
  held_since: number | null
  booking_id: string | null
  /** The address key of the holder. */
  address: string | null
  asked_at: number | null
  /** The visitors who may not hold the place again until `blocked_until`. */
  blocked_holder: string | null
  blocked_address: string | null
  blocked_until: number | null
}

const retakeBlockOfPlace = {
  table: 'retake_blocks',
  columns: sql`blocked_holder, blocked_address, blocked_until`,
  condition: sql`blocked_showtime_id = wanted.showtime and blocked_place_id = wanted.place`,
  optional: true,
}

interface RuleInputQuery {
  showtimeIds: readonly string[]
  places: readonly { showtimeId: string; placeId: string }[]
  holders: readonly HolderAtShowtime[]
}

/**
 * Reads one snapshot: the showtimes, the places of their screens with their claims, and the holds of the holders, including expired
 * ones. CROSS JOIN keeps SQLite from starting with the largest table.
 */
export const selectRuleInputs = (
  db: Db,
  { showtimeIds, places, holders }: RuleInputQuery,
  limits: HoldLimits,
) => {
  const shows = showtimeIds.map((showtime, list_index) => ({ list_index, showtime }))
  const wanted = places.map(({ showtimeId: showtime, placeId: place }, list_index) => ({
    list_index,
    showtime,
    place,
  }))
  const requesters = holders.map(({ showtimeId: showtime, holder: requester }, list_index) => ({
    list_index,
    showtime,
    requester,
  }))
  return sql<RuleInputRow>`
    with ${clockRow(limits)}
    select list_index, 'showtime' as row_type, now, max_held_until, protected_after, starts_at, cutoff_minutes, cancelled_at,
           null as place_id, null as kind, null as label, null as retired, null as out_of_service, null as access, null as holder,
           null as held_until, null as chosen_by, cast(null as bigint) as held_since,
           null as booking_id, null as address, null as asked_at,
           null as blocked_holder, null as blocked_address, null as blocked_until
      from ${inputRows(db, { list_index: 'bigint', showtime: 'text' }, shows)}
     cross join clock cross join showtimes where showtimes.id = wanted.showtime
    union all
    select list_index, 'wanted', null, null, null, null, null, cast(null as bigint), places.id, kind, label, retired, out_of_service, access, holder, held_until,
           chosen_by, cast(null as bigint), booking_id,
           address, asked_at, blocked_holder, blocked_address, blocked_until
      from ${inputRows(db, { list_index: 'bigint', showtime: 'text', place: 'text' }, wanted)}
           ${lookUp(db, requestedPlace)}
      join showtimes on showtimes.id = wanted.showtime and showtimes.screen_id = places.screen_id
           ${lookUp(db, claimOfPlace)} ${lookUp(db, retakeBlockOfPlace)}
    union all
    select list_index, 'held', null, null, null, null, null, cast(null as bigint), place_id, kind, null, null, null, access, null, held_until,
           null, held_since, null, null, null, null, null, null
      from ${inputRows(db, { list_index: 'bigint', showtime: 'text', requester: 'text' }, requesters)}
           ${lookUp(db, claimsOfHolder)}
     cross join places where places.id = place_id`.execute(db)
}
