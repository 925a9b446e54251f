import { type RawBuilder, sql } from 'kysely'
import { bigint, clock, idRows, lockRows, metRow, rowsOf, skipLocked } from '../database/dialect.ts'
import type { ClaimRow, Db, PlaceKind } from '../database/schema.ts'

export interface OfHolder {
  showtimeId: string
  holder: string
}
export interface PlacesOfHolder extends OfHolder {
  placeIds: readonly string[]
}
interface Taken {
  showtime_id: string
  place_id: string
}
/** Whether there was a row, run out or one's own, in whose stead this one stands. */
type Got = Taken & { replaced: number }

/** One thing that a wish meets: its showtime, a place it wants, or a place its holder has. */
export interface Met {
  /** The number of the wish. */
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

/**
 * What wishes meet, of one moment and with the database's clock: read after any lock, so that no wait makes it stale. Of their
 * places, those that belong to the showtime's screen, with whoever has them; of what their holders have, also what has run out.
 * CROSS, because SQLite would else begin with the largest table.
 */
export const meet = (db: Db, wishes: readonly PlacesOfHolder[]) => {
  const each = wishes.map(({ showtimeId, holder }, n) => ({ n, show: showtimeId, who: holder }))
  const places = wishes.flatMap(({ showtimeId, placeIds }, n) =>
    placeIds.map((place) => ({ n, show: showtimeId, place })),
  )
  const wished = rowsOf(db, { n: 'bigint', show: 'text', who: 'text' }, each)
  return sql<Met>`
    select n, 'showtime' as what, (select ${clock}) as now, starts_at, cutoff_minutes,
           null as place_id, null as kind, null as label, null as retired, null as holder,
           cast(null as bigint) as held_since, null as held_until,
           cast(null as bigint) as checkout_at, null as booking_id
      from ${wished} cross join showtimes where showtimes.id = wanted.show
    union all
    select n, 'wanted', null, null, null, places.id, kind, label, retired, holder,
           null, held_until, null, booking_id
      from ${rowsOf(db, { n: 'bigint', show: 'text', place: 'text' }, places)}
     cross join places
      join showtimes on showtimes.id = wanted.show and showtimes.screen_id = places.screen_id
      left join claims on claims.showtime_id = showtimes.id and place_id = places.id
     where places.id = wanted.place
    union all
    select n, 'held', null, null, null, place_id, null, null, null, null,
           held_since, held_until, checkout_at, null
      from ${wished} cross join claims
     where holder = wanted.who and showtime_id = wanted.show and booking_id is null`.execute(db)
}

/** What a place is. */
export const kindsOf = (db: Db, placeIds: readonly string[]) =>
  sql<{ id: string; kind: PlaceKind }>`
    select places.id, kind
      from ${idRows(db, placeIds)} cross join places where places.id = wanted.id`.execute(db)

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
      from ${rowsOf(
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
    returning showtime_id, place_id, ${metRow(db)} as replaced`.execute(db)

export interface Sale extends PlacesOfHolder {
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
    returning showtime_id, place_id, ${metRow(db)} as replaced`.execute(db)

/**
 * Claims in the order in which everybody takes claims: whoever reaches for several of them at the same time would else wait
 * for us while we wait for them.
 */
const inOrder = (db: Db, from: RawBuilder<unknown>) => sql`(showtime_id, place_id) in (
      select showtime_id, place_id from ${from} and booking_id is null
       order by showtime_id, place_id ${lockRows(db, 'claims')})`

/** Each gives back what they have of these places. */
export const release = (db: Db, wishes: readonly PlacesOfHolder[]) =>
  sql<Taken>`
    delete from claims where ${inOrder(
      db,
      sql`${rowsOf(
        db,
        { show: 'text', place: 'text', who: 'text' },
        wishes.flatMap(({ showtimeId, placeIds, holder }) =>
          placeIds.map((place) => ({ show: showtimeId, place, who: holder })),
        ),
      )} cross join claims
        where showtime_id = wanted.show and place_id = wanted.place and holder = wanted.who`,
    )}
    returning showtime_id, place_id`.execute(db)

/** Notes that these holders have a window open on these showtimes. Whoever changes a hold meanwhile notes it themselves. */
export const see = (db: Db, present: readonly OfHolder[]) =>
  sql`
    update claims set seen_at = ${clock} where (showtime_id, place_id) in (
      select showtime_id, place_id
        from ${rowsOf(
          db,
          { show: 'text', who: 'text' },
          present.map(({ showtimeId, holder }) => ({ show: showtimeId, who: holder })),
        )}
       cross join claims
       where showtime_id = wanted.show and holder = wanted.who and booking_id is null ${skipLocked(db, 'claims')})`.execute(
    db,
  )

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
    delete from claims where ${inOrder(db, sql`claims where holder = ${holder}`)}
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
 * Raises the revision of every showtime whose claims have changed, and returns which. Goes last in a transaction, so that
 * whoever changes the same showtime waits only for the commit. One plain update each, in order: locking rows first to change
 * them later waits in a circle with those whose claims refer to them.
 */
export async function grow(db: Db, changed: readonly Pick<ClaimRow, 'showtime_id'>[]) {
  const touched = [...new Set(changed.map(({ showtime_id }) => showtime_id))].toSorted()
  for (const id of touched) {
    await sql`update showtimes set rev = rev + 1 where id = ${id}`.execute(db)
  }
  return touched
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
