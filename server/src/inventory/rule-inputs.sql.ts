import { sql } from 'kysely'
import { clock, idRows, inputRows, lookUp } from '../database/dialect.ts'
import type { Db, PlaceKind } from '../database/schema.ts'
import type { OfHolder } from './claim-rows.ts'

/** One thing that wishes meet: a showtime, a place that some of them want, or a place their holder has. */
export interface RuleInputRow {
  /** Which one of its kind, by number. */
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
  held_since: number
  held_until: number | null
  checkout_at: number | null
  booking_id: string | null
}

/** Of a claim, whose it is. */
export const TAKEN = sql`holder, held_until, booking_id`
export const isOfPlace = sql`showtime_id = showtimes.id and place_id = places.id`
/** Of a hold, its clock. */
export const HELD = sql`place_id, held_since, held_until, checkout_at`
/** What the holder of a wish has. */
export const heldBy = sql`holder = wanted.who and showtime_id = wanted.show and booking_id is null`

/** What is to be looked at; rows that are met say by number which. */
interface Sights {
  showtimeIds: readonly string[]
  places: readonly { showtimeId: string; placeId: string }[]
  holders: readonly OfHolder[]
}

/**
 * What is there, of one moment and with the database's clock: read after any lock, so that no wait makes it stale. Of the
 * places, those that belong to the showtime's screen, with whoever has them; of what holders have, also what has run out.
 * CROSS, because SQLite would else begin with the largest table.
 */
export const selectRuleInputs = (db: Db, { showtimeIds, places, holders }: Sights) => {
  const shows = showtimeIds.map((show, n) => ({ n, show }))
  const reached = places.map(({ showtimeId: show, placeId: place }, n) => ({ n, show, place }))
  const people = holders.map(({ showtimeId: show, holder: who }, n) => ({ n, show, who }))
  return sql<RuleInputRow>`
    select n, 'showtime' as what, (select ${clock}) as now, starts_at, cutoff_minutes,
           null as place_id, null as kind, null as label, null as retired, null as holder,
           cast(null as bigint) as held_since, null as held_until,
           cast(null as bigint) as checkout_at, null as booking_id
      from ${inputRows(db, { n: 'bigint', show: 'text' }, shows)}
     cross join showtimes where showtimes.id = wanted.show
    union all
    select n, 'wanted', null, null, null, places.id, kind, label, retired, holder,
           null, held_until, null, booking_id
      from ${inputRows(db, { n: 'bigint', show: 'text', place: 'text' }, reached)}
     cross join places
      join showtimes on showtimes.id = wanted.show and showtimes.screen_id = places.screen_id
           ${lookUp(db, { table: 'claims', columns: TAKEN, holds: isOfPlace, optional: true })}
     where places.id = wanted.place
    union all
    select n, 'held', null, null, null, place_id, null, null, null, null,
           held_since, held_until, checkout_at, null
      from ${inputRows(db, { n: 'bigint', show: 'text', who: 'text' }, people)}
           ${lookUp(db, { table: 'claims', columns: HELD, holds: heldBy })}`.execute(db)
}

/** What a place is. */
export const kindsOf = (db: Db, placeIds: readonly string[]) =>
  sql<{ id: string; kind: PlaceKind }>`
    select places.id, kind
      from ${idRows(db, placeIds)} cross join places where places.id = wanted.id`.execute(db)
