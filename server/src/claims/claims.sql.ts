import { type RawBuilder, sql } from 'kysely'
import {
  bigint,
  clock,
  idRows,
  lockRows,
  metRow,
  pairRows,
  skipLocked,
} from '../database/dialect.ts'
import type { ClaimRow, Db, PlaceKind } from '../database/schema.ts'

export interface PlacesWish {
  showtimeId: string
  placeIds: readonly string[]
}
type OfHolder = { showtimeId: string; holder: string }
type Taken = { place_id: string }
/** Whether there was a row, run out or one's own, in whose stead this one stands. */
type Got = Taken & { replaced: number }

/** The showtime and the database's clock in one answer: read after any lock, so that no wait makes it stale. */
export const moment = (db: Db, showtimeId: string) =>
  sql<{ now: number; starts_at: number; cutoff_minutes: number | null }>`
    select ${clock} as now, starts_at, cutoff_minutes from showtimes where id = ${showtimeId}`.execute(
    db,
  )

/**
 * Of the wanted places, those that belong to the showtime's screen and are offered, or were when the holder took them; with
 * whoever else still stands there although their time has run out.
 */
export const placesWanted = (db: Db, { showtimeId, placeIds, holder }: PlacesWish & OfHolder) =>
  sql<{ id: string; kind: PlaceKind; label: string; lapsed_holder: string | null }>`
    select places.id, kind, label,
           case when holder <> ${holder} and held_until <= ${clock} then holder end as lapsed_holder
      from ${idRows(db, placeIds)}
      join places on places.id = wanted.id
      join showtimes on showtimes.screen_id = places.screen_id
      left join claims on claims.showtime_id = showtimes.id and place_id = places.id
     where showtimes.id = ${showtimeId}
       and (retired = 0 or (holder = ${holder} and held_until > ${clock}))`.execute(db)

/** What one holder has at one showtime and has not lost to the clock. */
export const heldBy = (db: Db, { showtimeId, holder, now }: OfHolder & { now: number }) =>
  sql<{
    place_id: string
    kind: PlaceKind
    held_since: number
    held_until: number
    checkout_at: number | null
  }>`
    select place_id, kind, held_since, held_until, checkout_at
      from claims join places on places.id = place_id
     where holder = ${holder} and showtime_id = ${showtimeId} and booking_id is null
       and held_until > ${now}`.execute(db)

export interface Hold extends PlacesWish, OfHolder {
  now: number
  since: number
  until: number
  checkoutAt: number | null
}

/**
 * The statement is the whole race: whoever comes second meets the first one's row and may replace it only if it
 * is unsold and run out, or already theirs.
 */
export const hold = (db: Db, wish: Hold) =>
  sql<Got>`
    insert into claims
      (showtime_id, place_id, holder, held_since, held_until, checkout_at, seen_at)
    select ${wish.showtimeId}, id, ${wish.holder}, ${bigint(wish.since)}, ${bigint(wish.until)},
           ${bigint(wish.checkoutAt)}, ${bigint(wish.now)}
      from ${idRows(db, wish.placeIds)} where true order by id
    on conflict (showtime_id, place_id) do update
       set holder = excluded.holder, held_since = excluded.held_since,
           held_until = excluded.held_until, checkout_at = excluded.checkout_at,
           seen_at = excluded.seen_at
     where claims.booking_id is null
       and (claims.held_until <= ${wish.now} or claims.holder = excluded.holder)
    returning place_id, ${metRow(db)} as replaced`.execute(db)

export interface Sale extends PlacesWish, OfHolder {
  now: number
  bookingId: string
}

/** A sale takes what is free or already held by the buyer, by the same rule as a hold. */
export const sell = (db: Db, sale: Sale) =>
  sql<Got>`
    insert into claims (showtime_id, place_id, booking_id)
    select ${sale.showtimeId}, id, ${sale.bookingId}
      from ${idRows(db, sale.placeIds)} where true order by id
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id,
           holder = null, held_since = null, held_until = null, checkout_at = null, seen_at = null
     where claims.booking_id is null
       and (claims.held_until <= ${sale.now} or claims.holder = ${sale.holder})
    returning place_id, ${metRow(db)} as replaced`.execute(db)

/**
 * Takes a holder's claims in the order in which everybody takes claims: whoever reaches for several of them at the same
 * time would else wait for us while we wait for them.
 */
const inOrder = (db: Db, which: RawBuilder<unknown>) => sql`(showtime_id, place_id) in (
      select showtime_id, place_id from claims where booking_id is null and ${which}
       order by showtime_id, place_id ${lockRows(db)})`

/** All of a selection shares one clock. What has run out stays so, swept or not. */
export const setClock = (
  db: Db,
  {
    showtimeId,
    holder,
    ...set
  }: OfHolder & { now: number; until: number; checkoutAt: number | null },
) =>
  sql`
    update claims set held_until = ${set.until}, checkout_at = ${set.checkoutAt}, seen_at = ${set.now}
     where ${inOrder(
       db,
       sql`holder = ${holder} and showtime_id = ${showtimeId} and held_until > ${set.now}`,
     )}`.execute(db)

export const release = (db: Db, { showtimeId, placeIds, holder }: PlacesWish & OfHolder) =>
  sql<Taken>`
    delete from claims
     where ${inOrder(
       db,
       sql`showtime_id = ${showtimeId} and holder = ${holder}
           and place_id in (select id from ${idRows(db, placeIds)})`,
     )}
    returning place_id`.execute(db)

/** Of the wanted places, those in the hands of somebody, by sale or by a live hold. */
export const claimedOf = (db: Db, { showtimeId, placeIds }: PlacesWish) =>
  sql<Taken>`
    select place_id from claims
     where showtime_id = ${showtimeId} and place_id in (select id from ${idRows(db, placeIds)})
       and (booking_id is not null or held_until > ${clock})`.execute(db)

/** Notes that these holders have a window open on these showtimes. Whoever changes a hold meanwhile notes it themselves. */
export const see = (db: Db, present: readonly OfHolder[]) =>
  sql`
    update claims set seen_at = ${clock} where (showtime_id, place_id) in (
      select showtime_id, place_id
        from ${pairRows(
          db,
          present.map(({ showtimeId, holder }) => [showtimeId, holder]),
        )}
        join claims on showtime_id = wanted.a and holder = wanted.b
       where booking_id is null ${skipLocked(db, 'claims')})`.execute(db)

/** Ends holds of people who have not been seen for so long (ms) and have not moved on to payment, some at a time. */
export const endUnseen = (db: Db, { graceMs, most }: { graceMs: number; most: number }) =>
  sql<{ showtime_id: string }>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where booking_id is null and checkout_at is null and seen_at <= ${clock} - ${bigint(graceMs)}
       limit ${most} ${skipLocked(db, 'claims')})
    returning showtime_id`.execute(db)

export const releaseAll = (db: Db, holder: string) =>
  sql<{ showtime_id: string }>`
    delete from claims where ${inOrder(db, sql`holder = ${holder}`)}
    returning showtime_id`.execute(db)

type Expired = { showtime_id: string; place_id: string; holder: string; kind: PlaceKind }

/** Removes holds that have run out, some at a time; nodes that sweep together never wait for each other. */
export const sweep = (db: Db, most: number) =>
  sql<Expired>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where booking_id is null and held_until <= ${clock}
       limit ${most} ${skipLocked(db, 'claims')})
    returning showtime_id, place_id, holder,
      (select kind from places where places.id = place_id) as kind`.execute(db)

/**
 * Goes last in a transaction, so that whoever changes the same showtime waits only for the commit. One plain update each,
 * in order: locking rows first to change them later waits in a circle with those whose claims refer to them.
 */
export async function grow(db: Db, showtimeIds: readonly string[]) {
  for (const id of showtimeIds.toSorted()) {
    await sql`update showtimes set rev = rev + 1 where id = ${id}`.execute(db)
  }
}

export type StandingClaim = Pick<ClaimRow, 'holder' | 'held_until' | 'booking_id'>

/**
 * A showtime's revision and its claims in one statement, hence of one moment: with the same revision always come the same
 * rows, whoever asks. A hold that has run out is among them until it is swept.
 */
export const record = (db: Db, showtimeId: string) =>
  sql<StandingClaim & { rev: number; now: number; place_id: string | null }>`
    select rev, ${clock} as now, place_id, holder, held_until, booking_id
      from showtimes left join claims on claims.showtime_id = showtimes.id
     where showtimes.id = ${showtimeId}`.execute(db)

export const revs = (db: Db, showtimeIds: readonly string[]) =>
  sql<{ id: string; rev: number }>`
    select showtimes.id, rev
      from ${idRows(db, showtimeIds)} join showtimes on showtimes.id = wanted.id`.execute(db)
