import { sql } from 'kysely'
import { bigint, clock, inputRows, lookUp, wasUpdated } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import type { Got, OfHolder, Taken } from './claim-rows.ts'
import { HELD, heldBy, isOfPlace, TAKEN } from './rule-inputs.sql.ts'

/** In milliseconds. */
const MINUTE = sql.lit(60_000)

/** One place for one holder, by the clock of all they hold at that showtime. */
export interface Hold extends OfHolder {
  placeId: string
  since: number
  until: number
  checkoutAt: number | null
  /** By the database's clock, as is all else. */
  now: number
}

/**
 * The statement is the whole race: whoever comes second meets the first one's row and may replace it only if it
 * is unsold and run out, or already theirs.
 */
export const hold = (db: Db, holds: readonly Hold[]) =>
  sql<Got>`
    insert into claims
      (showtime_id, place_id, holder, held_since, held_until, checkout_at, seen_at)
    select show, place, who, since, until, checkout, now
      from ${inputRows(
        db,
        {
          ...{ show: 'text', place: 'text', who: 'text' },
          ...{ since: 'bigint', until: 'bigint', checkout: 'bigint', now: 'bigint' },
        },
        holds.map(({ showtimeId, placeId, holder, checkoutAt, ...clock }) => ({
          ...{ show: showtimeId, place: placeId, who: holder, checkout: checkoutAt },
          ...clock,
        })),
      )} where true order by show, place
    on conflict (showtime_id, place_id) do update
       set holder = excluded.holder, held_since = excluded.held_since,
           held_until = excluded.held_until, checkout_at = excluded.checkout_at,
           seen_at = excluded.seen_at
     where claims.booking_id is null
       and (claims.held_until <= excluded.seen_at or claims.holder = excluded.holder)
    returning showtime_id, place_id, ${wasUpdated(db)} as replaced`.execute(db)

/** One place that somebody reaches for, and whether as a seat, if that was said. */
export interface Reach extends OfHolder {
  placeId: string
  isSeat: boolean | undefined
}

interface Limits {
  holdMs: number
  seats: number
  /** Of each kind. */
  slots: number
  /** Of showtimes that do not say. */
  cutoffMinutes: number
}

/**
 * Holds, in one statement and without looking first, what is beyond doubt: a place that nobody has, or that is the holder's own
 * already, at a show that is open, for somebody whose holds of all kinds together are fewer than may be had of this kind (of
 * slots, unless it was said to be a seat). What is not among the answers is not refused either: it takes a look. One reach a
 * place, and one a holder. What is seen to be another's is left alone: meeting it would lock it, and whoever is in their seat
 * could not be seen there while a crowd reaches for it.
 */
export const holdBeyondDoubt = (db: Db, reaches: readonly Reach[], limits: Limits) => {
  const wanted = inputRows(
    db,
    { n: 'bigint', show: 'text', place: 'text', who: 'text', seat: 'bigint' },
    reaches.map(({ showtimeId: show, placeId: place, holder: who, isSeat }, n) => ({
      ...{ n, show, place, who },
      seat: isSeat === undefined ? null : Number(isSeat),
    })),
  )
  return sql<Taken & { held_until: number; seen_at: number }>`
    with moment as materialized (select ${clock} as now),
    mine as materialized (
      select n, count(*) as had, min(held_since) as since, min(held_until) as until,
             min(checkout_at) as checkout
        from ${wanted} cross join moment ${lookUp(db, { table: 'claims', columns: HELD, holds: heldBy })}
       where held_until > now group by n)
    insert into claims
      (showtime_id, place_id, holder, held_since, held_until, checkout_at, seen_at)
    select show, place, who, coalesce(since, now),
           coalesce(until, case when now + ${bigint(limits.holdMs)} < starts_at
                                then now + ${bigint(limits.holdMs)} else starts_at end),
           checkout, now
      from ${wanted}
     cross join moment
     cross join places
     cross join showtimes
           ${lookUp(db, { table: 'claims', columns: TAKEN, holds: isOfPlace, optional: true })}
      left join mine on mine.n = wanted.n
     where booking_id is null and (holder is null or holder = who)
       and places.id = place and retired = 0
       and (seat is null or (kind = 'seat') = (seat = 1))
       and showtimes.id = show and showtimes.screen_id = places.screen_id
       and now < starts_at - coalesce(cutoff_minutes, ${bigint(limits.cutoffMinutes)}) * ${MINUTE}
       and coalesce(had, 0) < case when seat = 1 then ${bigint(limits.seats)} else ${bigint(limits.slots)} end
     order by show, place
    on conflict (showtime_id, place_id) do update
       set held_since = excluded.held_since, held_until = excluded.held_until,
           checkout_at = excluded.checkout_at, seen_at = excluded.seen_at
     where claims.booking_id is null and claims.holder = excluded.holder
    returning showtime_id, place_id, held_until, seen_at`.execute(db)
}
