import { sql } from 'kysely'
import { clock, inputRows, lookUp } from '../database/dialect.ts'
import type { Db, PlaceKind } from '../database/schema.ts'
import type { HolderAtShowtime } from './claim-requests.ts'
import { claimOfPlace, claimsOfHolder } from './claim-rules.sql.ts'

/** A showtime, a place that is asked for, or a place that a holder holds. */
export interface RuleInputRow {
  /** The index in the list of its kind. */
  n: number
  what: 'showtime' | 'wanted' | 'held'
  now: number
  starts_at: number
  cutoff_minutes: number | null
  place_id: string
  kind: PlaceKind
  label: string
  retired: number
  holder: string | null
  held_until: number | null
  booking_id: string | null
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
export const selectRuleInputs = (db: Db, { showtimeIds, places, holders }: RuleInputQuery) => {
  const shows = showtimeIds.map((showtime, n) => ({ n, showtime }))
  const wanted = places.map(({ showtimeId: showtime, placeId: place }, n) => ({
    n,
    showtime,
    place,
  }))
  const requesters = holders.map(({ showtimeId: showtime, holder: requester }, n) => ({
    n,
    showtime,
    requester,
  }))
  return sql<RuleInputRow>`
    select n, 'showtime' as what, (select ${clock}) as now, starts_at, cutoff_minutes,
           null as place_id, null as kind, null as label, null as retired, null as holder,
           null as held_until, null as booking_id
      from ${inputRows(db, { n: 'bigint', showtime: 'text' }, shows)}
     cross join showtimes where showtimes.id = wanted.showtime
    union all
    select n, 'wanted', null, null, null, places.id, kind, label, retired, holder, held_until, booking_id
      from ${inputRows(db, { n: 'bigint', showtime: 'text', place: 'text' }, wanted)}
     cross join places
      join showtimes on showtimes.id = wanted.showtime and showtimes.screen_id = places.screen_id
           ${lookUp(db, claimOfPlace)}
     where places.id = wanted.place
    union all
    select n, 'held', null, null, null, place_id, kind, null, null, null, held_until, null
      from ${inputRows(db, { n: 'bigint', showtime: 'text', requester: 'text' }, requesters)}
           ${lookUp(db, claimsOfHolder)}
     cross join places where places.id = place_id`.execute(db)
}
