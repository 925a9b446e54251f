import { type RawBuilder, sql } from 'kysely'
import { bigint, clock, idRows, lookUp, metRow, rowsOf } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { ClaimRow, Db, PlaceKind } from '../database/schema.ts'
import { answersTo } from '../database/transaction.ts'

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

/** One thing that wishes meet: a showtime, a place that some of them want, or a place their holder has. */
export interface Met {
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

const TAKEN = sql`holder, held_until, booking_id`
const isOfPlace = sql`showtime_id = showtimes.id and place_id = places.id`
const HELD = sql`place_id, held_since, held_until, checkout_at`
/** What the holder of a wish has. */
const heldBy = sql`holder = wanted.who and showtime_id = wanted.show and booking_id is null`

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
export const meet = (db: Db, { showtimeIds, places, holders }: Sights) => {
  const shows = showtimeIds.map((show, n) => ({ n, show }))
  const reached = places.map(({ showtimeId: show, placeId: place }, n) => ({ n, show, place }))
  const people = holders.map(({ showtimeId: show, holder: who }, n) => ({ n, show, who }))
  return sql<Met>`
    select n, 'showtime' as what, (select ${clock}) as now, starts_at, cutoff_minutes,
           null as place_id, null as kind, null as label, null as retired, null as holder,
           cast(null as bigint) as held_since, null as held_until,
           cast(null as bigint) as checkout_at, null as booking_id
      from ${rowsOf(db, { n: 'bigint', show: 'text' }, shows)}
     cross join showtimes where showtimes.id = wanted.show
    union all
    select n, 'wanted', null, null, null, places.id, kind, label, retired, holder,
           null, held_until, null, booking_id
      from ${rowsOf(db, { n: 'bigint', show: 'text', place: 'text' }, reached)}
     cross join places
      join showtimes on showtimes.id = wanted.show and showtimes.screen_id = places.screen_id
           ${lookUp(db, { table: 'claims', columns: TAKEN, holds: isOfPlace, optional: true })}
     where places.id = wanted.place
    union all
    select n, 'held', null, null, null, place_id, null, null, null, null,
           held_since, held_until, checkout_at, null
      from ${rowsOf(db, { n: 'bigint', show: 'text', who: 'text' }, people)}
           ${lookUp(db, { table: 'claims', columns: HELD, holds: heldBy })}`.execute(db)
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
  const wanted = rowsOf(
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
       and now < starts_at - coalesce(cutoff_minutes, ${bigint(limits.cutoffMinutes)}) * 60000
       and coalesce(had, 0) < case when seat = 1 then ${bigint(limits.seats)} else ${bigint(limits.slots)} end
     order by show, place
    on conflict (showtime_id, place_id) do update
       set held_since = excluded.held_since, held_until = excluded.held_until,
           checkout_at = excluded.checkout_at, seen_at = excluded.seen_at
     where claims.booking_id is null and claims.holder = excluded.holder
    returning showtime_id, place_id, held_until, seen_at`.execute(db)
}

/** One place for one buyer. */
export interface Sale extends OfHolder {
  placeId: string
  bookingId: string
}

/** A sale takes what is free or already held by the buyer, by the same rule as a hold. `now` by the database's clock. */
export const sell = (db: Db, sales: readonly Sale[], now: number) => {
  const sold = rowsOf(
    db,
    { show: 'text', place: 'text', who: 'text', booking: 'text' },
    sales.map(({ showtimeId, placeId, holder, bookingId }) => ({
      ...{ show: showtimeId, place: placeId, who: holder, booking: bookingId },
    })),
  )
  return sql<Got>`
    insert into claims (showtime_id, place_id, booking_id)
    select show, place, booking from ${sold} where true order by show, place
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id,
           holder = null, held_since = null, held_until = null, checkout_at = null, seen_at = null
     where claims.booking_id is null
       and (claims.held_until <= ${now}
         or (claims.holder, excluded.booking_id) in (select who, booking from ${sold}))
    returning showtime_id, place_id, ${metRow(db)} as replaced`.execute(db)
}

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

/** Showtimes whose claims these are, each once and in the order in which everybody takes them. */
export const showtimesOf = (changed: readonly Pick<ClaimRow, 'showtime_id'>[]) =>
  [...new Set(changed.map(({ showtime_id }) => showtime_id))].toSorted()

/**
 * Raises the revision of showtimes whose claims have changed. Goes last in a transaction, so that whoever changes the same
 * showtime waits only for the commit. One plain update each, in order: locking rows first to change them later waits in a
 * circle with those whose claims refer to them.
 */
export const grow = (db: Db, touched: readonly string[]) =>
  answersTo(
    touched.map((id) => sql`update showtimes set rev = rev + 1 where id = ${id}`.execute(db)),
  )
