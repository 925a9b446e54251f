import { type RawBuilder, sql } from 'kysely'
import { bigintParameter, clock, inputRows, lookUp } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import { type HolderAtShowtime, type PlacesRequest, RETAKE_BLOCK_MS } from './claim-requests.ts'
import {
  claimOfPlace,
  clockRow,
  isFree,
  isHeldByRequester,
  isLiveHold,
  isOffered,
  isOpen,
  requestedPlace,
  retakeBlock,
} from './claim-rules.sql.ts'
import { CLOCK_TOLERANCE_MS, type HoldLimits } from './live-holds.ts'

type ClaimKey = Pick<ClaimRow, 'showtime_id' | 'place_id'>
type EndedHold = ClaimKey & { holder: string; address: string | null; asked_at: number | null }

export interface Sale extends HolderAtShowtime {
  placeId: string
  bookingId: string
  userId: string
  limitedAddress: string | null
}

/**
 * Sells places that are free or held by the buyer. This statement is the rule: a hold may be paid after the cutoff, nothing is sold
 * after the start. It overwrites a hold only if the buyer of the new row's booking (`excluded.booking_id`) has it.
 */
export const insertSales = (db: Db, sales: readonly Sale[], limits: HoldLimits) => {
  const wanted = inputRows(
    db,
    {
      showtime: 'text',
      place: 'text',
      requester: 'text',
      requester_address: 'text',
      booking: 'text',
      buyer: 'text',
    },
    sales.map(({ showtimeId, placeId, holder, bookingId, userId, limitedAddress }) => ({
      ...{ showtime: showtimeId, place: placeId, requester: holder, booking: bookingId },
      ...{ buyer: userId, requester_address: limitedAddress },
    })),
  )
  return sql<ClaimKey>`
    with ${clockRow(limits)}
    insert into claims (showtime_id, place_id, booking_id, account)
    select showtime, place, booking, buyer
      from ${wanted} cross join clock ${lookUp(db, requestedPlace)} cross join showtimes
           ${lookUp(db, claimOfPlace)} ${lookUp(db, retakeBlock)}
     where ${isOffered} and ${isFree}
       and (${isOpen} or (${isHeldByRequester} and now < starts_at))
     order by showtime, place
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id, account = excluded.account, address = null,
           holder = null, held_since = null, held_until = null, checkout_at = null, seen_at = null
     where claims.booking_id is null
       and (claims.holder, excluded.booking_id) in (select requester, booking from ${wanted})
    returning showtime_id, place_id`.execute(db)
}

/**
 * Selects claims in the order in which every transaction locks them. Two transactions in different orders would wait for each other.
 */
const inOrder = (db: Db, from: RawBuilder<unknown>) => sql`(showtime_id, place_id) in (
      select showtime_id, place_id from ${from} and booking_id is null
       order by showtime_id, place_id ${lockRows(db, 'claims')})`

/** Deletes the holds that the holders have on these places. */
export const deleteHoldsOn = (db: Db, requests: readonly PlacesRequest[]) =>
  sql<ClaimKey>`
    delete from claims where ${inOrder(
      db,
      sql`${placeRows(db, requests)} cross join claims
        where showtime_id = wanted.showtime and place_id = wanted.place and holder = wanted.requester`,
    )}
    returning showtime_id, place_id`.execute(db)

const placeRows = (db: Db, requests: readonly PlacesRequest[]) =>
  inputRows(
    db,
    { showtime: 'text', place: 'text', requester: 'text' },
    requests.flatMap(({ showtimeId, placeIds, holder }) =>
      placeIds.map((place) => ({ showtime: showtimeId, place, requester: holder })),
    ),
  )

export const deleteHoldsOfHolder = (db: Db, holder: string) =>
  sql<ClaimKey>`
    delete from claims where ${inOrder(db, sql`claims where holder = ${holder}`)}
    returning showtime_id, place_id`.execute(db)

export interface Presence extends HolderAtShowtime {
  /** False if the holder is connected but does not watch the showtime; true unless given. Only a checkout is then kept. */
  isWatching?: boolean
}

/** Records that these holders are connected now. Skips holds that another transaction is changing: it sets `seen_at` too or deletes the hold. */
export const updateLastSeen = (db: Db, holders: readonly Presence[]) =>
  sql`
    update claims set seen_at = ${clock} where (showtime_id, place_id) in (
      select showtime_id, place_id
        from ${inputRows(
          db,
          { showtime: 'text', requester: 'text', is_watching: 'bigint' },
          holders.map(({ showtimeId, holder, isWatching = true }) => ({
            ...{ showtime: showtimeId, requester: holder, is_watching: Number(isWatching) },
          })),
        )}
       cross join claims
       where showtime_id = wanted.showtime and holder = wanted.requester and booking_id is null
         and (is_watching = 1 or checkout_at is not null) ${skipLocked(db, 'claims')})`.execute(db)

/**
 * Deletes holds of holders who have not been connected for `graceMs`, or for `checkoutGraceMs` in checkout. Checkouts of signed-in
 * holders are kept. A holder who was last seen in the future counts as not seen: the clock was set back.
 */
export const deleteAbandonedHolds = (
  db: Db,
  { graceMs, checkoutGraceMs, limit }: { graceMs: number; checkoutGraceMs: number; limit: number },
) =>
  sql<EndedHold>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where booking_id is null and (checkout_at is null or account is null)
         and (seen_at <= ${clock} - case when checkout_at is null then ${bigintParameter(graceMs)}
                                         else ${bigintParameter(checkoutGraceMs)} end
              or seen_at > ${clock} + ${sql.lit(CLOCK_TOLERANCE_MS)})
       limit ${limit} ${skipLocked(db, 'claims')})
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)

export const selectHoldsOfHolder = (db: Db, holder: string) =>
  sql<ClaimKey & { account: string | null }>`
    select showtime_id, place_id, account from claims
     where holder = ${holder} and booking_id is null`.execute(db)

/** Makes holds without an account count for the account that has signed in, and with a confirmed email not for the address. */
export const adoptHolds = (db: Db, request: PlacesRequest) =>
  sql`
    update claims set account = ${request.userId},
           address = case when ${Number(request.isConfirmed)} = 1 then null else address end
     where ${inOrder(
       db,
       sql`${placeRows(db, [request])} cross join claims
        where showtime_id = wanted.showtime and place_id = wanted.place and holder = wanted.requester and account is null`,
     )}`.execute(db)

export const countLiveHolds = (db: Db, limits: HoldLimits) =>
  sql<{ count: number }>`
    with ${clockRow(limits)}
    select count(*) as count from claims cross join clock where booking_id is null and ${isLiveHold}`.execute(
    db,
  )

/** Deletes expired holds. Nodes that do so at the same time do not wait for each other. */
export const deleteExpiredHolds = (db: Db, limits: HoldLimits, maxDeleted: number) =>
  sql<EndedHold>`
    with ${clockRow(limits)}
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims cross join clock
       where booking_id is null and not ${isLiveHold} limit ${maxDeleted} ${skipLocked(db, 'claims')})
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)

/** Deletes the expired holds on these places. */
export const deleteExpiredHoldsOn = (
  db: Db,
  requests: readonly PlacesRequest[],
  limits: HoldLimits,
) =>
  sql<EndedHold>`
    with ${clockRow(limits)}
    delete from claims where ${inOrder(
      db,
      sql`${placeRows(db, requests)} cross join clock cross join claims
        where showtime_id = wanted.showtime and place_id = wanted.place and not ${isLiveHold}`,
    )}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)

/** Records that visitors of other addresses have asked for held places. */
export const recordAsked = (db: Db, requests: readonly PlacesRequest[], limits: HoldLimits) =>
  sql`
    with ${clockRow(limits)}
    update claims set asked_at = ${clock} where ${inOrder(
      db,
      sql`${placeRows(db, requests)} cross join clock cross join claims
        where showtime_id = wanted.showtime and place_id = wanted.place and ${isLiveHold}`,
    )}`.execute(db)

/** Keeps the previous holders of ended holds, and their addresses, from holding the places again while other visitors wait for them. */
export const insertRetakeBlocks = (db: Db, ended: readonly EndedHold[]) =>
  sql`
    insert into retake_blocks
      (blocked_showtime_id, blocked_place_id, blocked_holder, blocked_address, blocked_until)
    select showtime, place, ended_holder, ended_address, asked + ${sql.lit(RETAKE_BLOCK_MS)}
      from ${inputRows(
        db,
        {
          showtime: 'text',
          place: 'text',
          ended_holder: 'text',
          ended_address: 'text',
          asked: 'bigint',
        },
        ended.map(({ showtime_id, place_id, holder, address, asked_at }) => ({
          ...{ showtime: showtime_id, place: place_id, asked: asked_at },
          ...{ ended_holder: holder, ended_address: address },
        })),
      )}
     where asked > ${clock} - ${sql.lit(RETAKE_BLOCK_MS)}
     order by showtime, place
    on conflict (blocked_showtime_id, blocked_place_id) do update
       set blocked_holder = excluded.blocked_holder, blocked_address = excluded.blocked_address,
           blocked_until = excluded.blocked_until`.execute(db)

export const deleteExpiredBlocks = (db: Db) =>
  sql`
    delete from retake_blocks where (blocked_showtime_id, blocked_place_id) in (
      select blocked_showtime_id, blocked_place_id from retake_blocks
       where blocked_until <= ${clock} ${skipLocked(db, 'retake_blocks')})`.execute(db)

/** Returns each showtime of the claims once, in the order in which every transaction takes showtimes. */
export const showtimesOf = (claims: readonly Pick<ClaimRow, 'showtime_id'>[]) =>
  [...new Set(claims.map(({ showtime_id }) => showtime_id))].toSorted()

/**
 * Increments the revision of showtimes whose claims have changed. Runs last in a transaction, so that other
 * transactions wait for the row only during the commit. One update each, in order: locking the rows first would deadlock with inserts of
 * claims that refer to them.
 */
export const incrementRevisions = (db: Db, showtimeIds: readonly string[]) =>
  awaitAll(
    showtimeIds.map((id) => sql`update showtimes set rev = rev + 1 where id = ${id}`.execute(db)),
  )
