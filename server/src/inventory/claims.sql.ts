import { type RawBuilder, sql } from 'kysely'
import { bigintParameter, clock, idRows, inputRows, isAmong, lookUp } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import { type HolderAtShowtime, type PlacesRequest, RETAKE_BLOCK_MS } from './claim-requests.ts'
import {
  claimOfPlace,
  claimsOfHolder,
  clockRow,
  endedDeadlines,
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

/** The claims of the relation `locked`. A CTE, because PostgreSQL then executes it once and first. */
const isLocked = sql`(showtime_id, place_id) in (select showtime_id, place_id from locked)`

/**
 * The relation `locked`: the claims on the places of `wanted` (`showtime`, `place`) that meet a condition. Every transaction locks claims in
 * this order. Two transactions in different orders would wait for each other.
 */
const lockInOrder = (
  db: Db,
  { wanted, condition }: { wanted: RawBuilder<unknown>; condition: RawBuilder<unknown> },
) => sql`locked as materialized (
      select showtime_id, place_id from (select * from ${wanted} order by showtime, place) as wanted
             ${lookUp(db, {
               table: 'claims',
               columns: sql`showtime_id, place_id`,
               condition: sql`showtime_id = wanted.showtime and place_id = wanted.place and ${condition}`,
               lock: lockRows(db, 'claims'),
             })})`

const isOfRequester = sql`holder = wanted.requester`

/** Deletes the holds that the holders have on these places. */
export const deleteHoldsOn = (db: Db, requests: readonly PlacesRequest[]) =>
  sql<ClaimKey>`
    with ${lockInOrder(db, { wanted: placeRows(db, requests), condition: isOfRequester })}
    delete from claims where ${isLocked}
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
    with locked as materialized (
      select showtime_id, place_id from claims where holder = ${holder}
       order by showtime_id, place_id ${lockRows(db, 'claims')})
    delete from claims where ${isLocked}
    returning showtime_id, place_id`.execute(db)

export interface Presence extends HolderAtShowtime {
  /** False if the holder is connected but does not watch the showtime; true unless given. Only a checkout is then kept. */
  isWatching?: boolean
}

/** Records that these holders are connected now. Skips holds that another transaction is changing: it sets `seen_at` too or deletes the hold. */
export const updateLastSeen = (db: Db, holders: readonly Presence[]) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', requester: 'text', is_watching: 'bigint' },
    holders.map(({ showtimeId, holder, isWatching = true }) => ({
      ...{ showtime: showtimeId, requester: holder, is_watching: Number(isWatching) },
    })),
  )
  return sql`
    with locked as materialized (
      select showtime_id, place_id from ${wanted}
             ${lookUp(db, {
               ...claimsOfHolder,
               condition: sql`${claimsOfHolder.condition} and (is_watching = 1 or checkout_at is not null)`,
               lock: skipLocked(db, 'claims'),
             })})
    update claims set seen_at = ${clock} where ${isLocked}`.execute(db)
}

/**
 * At most `limit` claims with the lowest values of an indexed column. The number of other claims does not matter. Skips rows that another
 * transaction has locked, so that nodes that delete at the same time do not wait for each other.
 */
const lockFirst = (
  db: Db,
  { column, condition, limit }: { column: string; condition: RawBuilder<unknown>; limit: number },
) => sql`
      select * from (
        select showtime_id, place_id from claims where ${condition}
         order by ${sql.ref(column)} limit ${limit} ${skipLocked(db, 'claims')}) as first_claims`

/**
 * Deletes holds of holders who have not been connected for `graceMs`, or for `checkoutGraceMs` in checkout. Checkouts of signed-in
 * holders are kept. A holder who was last seen in the future counts as not seen: the clock was set back.
 */
export const deleteAbandonedHolds = (
  db: Db,
  { graceMs, checkoutGraceMs, limit }: { graceMs: number; checkoutGraceMs: number; limit: number },
) => {
  // The condition of the index `claims_by_last_seen`.
  const canBeAbandoned = sql`seen_at is not null and (checkout_at is null or account is null)`
  const graceOfClaim = sql`case when checkout_at is null then ${bigintParameter(graceMs)} else ${bigintParameter(checkoutGraceMs)} end`
  const wasSeenLongAgo = sql`seen_at <= ${clock} - ${bigintParameter(Math.min(graceMs, checkoutGraceMs))}
                         and seen_at <= ${clock} - ${graceOfClaim}`
  const isSeenInFuture = sql`seen_at > ${clock} + ${sql.lit(CLOCK_TOLERANCE_MS)}`
  const abandoned = [wasSeenLongAgo, isSeenInFuture].map((isAbandoned) =>
    lockFirst(db, {
      ...{ column: 'seen_at', condition: sql`${canBeAbandoned} and ${isAbandoned}`, limit },
    }),
  )
  return sql<EndedHold>`
    with locked as materialized (${sql.join(abandoned, sql` union all `)})
    delete from claims where ${isLocked}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)
}

export const selectHoldsOfHolder = (db: Db, holder: string) =>
  sql<ClaimKey & { account: string | null }>`
    select showtime_id, place_id, account from claims where holder = ${holder}`.execute(db)

/** Makes holds without an account count for the account that has signed in, and with a confirmed email not for the address. */
export const adoptHolds = (db: Db, request: PlacesRequest) =>
  sql`
    with ${lockInOrder(db, {
      wanted: placeRows(db, [request]),
      condition: sql`${isOfRequester} and account is null`,
    })}
    update claims set account = ${request.userId},
           address = case when ${Number(request.isConfirmed)} = 1 then null else address end
     where ${isLocked}`.execute(db)

/** Counts the live holds in the index of deadlines. */
export const countLiveHolds = (db: Db, limits: HoldLimits) =>
  sql<{ count: number }>`
    with ${clockRow(limits)}
    select count(*) as count from claims
     where held_until > (select now from clock) and held_until <= (select max_held_until from clock)`.execute(
    db,
  )

/** Deletes expired holds. */
export const deleteExpiredHolds = (db: Db, limits: HoldLimits, maxDeleted: number) => {
  const ended = endedDeadlines.map((condition) =>
    lockFirst(db, { column: 'held_until', condition, limit: maxDeleted }),
  )
  return sql<EndedHold>`
    with ${clockRow(limits)}, locked as materialized (${sql.join(ended, sql` union all `)})
    delete from claims where ${isLocked}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)
}

/** Deletes the expired holds on these places. */
export const deleteExpiredHoldsOn = (
  db: Db,
  requests: readonly PlacesRequest[],
  limits: HoldLimits,
) =>
  sql<EndedHold>`
    with ${clockRow(limits)}, ${lockInOrder(db, {
      wanted: sql`${placeRows(db, requests)} cross join clock`,
      condition: sql`not ${isLiveHold}`,
    })}
    delete from claims where ${isLocked}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)

/** Records that visitors of other addresses have asked for held places. */
export const recordAsked = (db: Db, requests: readonly PlacesRequest[], limits: HoldLimits) =>
  sql`
    with ${clockRow(limits)}, ${lockInOrder(db, {
      wanted: sql`${placeRows(db, requests)} cross join clock`,
      condition: isLiveHold,
    })}
    update claims set asked_at = ${clock} where ${isLocked}`.execute(db)

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

/** Deletes ended retake blocks. */
export const deleteExpiredBlocks = (db: Db, maxDeleted: number) =>
  sql`
    delete from retake_blocks where (blocked_showtime_id, blocked_place_id) in (
      select blocked_showtime_id, blocked_place_id from retake_blocks
       where blocked_until <= ${clock} order by blocked_until limit ${maxDeleted} ${skipLocked(db, 'retake_blocks')})`.execute(
    db,
  )

/** Returns each showtime of the claims once. */
export const showtimesOf = (claims: readonly Pick<ClaimRow, 'showtime_id'>[]) => [
  ...new Set(claims.map(({ showtime_id }) => showtime_id)),
]

/**
 * Increments the revision of showtimes whose claims have changed. Runs last in a transaction, so that other transactions wait for the
 * rows only during the commit. Every transaction locks showtimes in the order of their ids.
 */
export async function incrementRevisions(db: Db, showtimeIds: readonly string[]) {
  if (showtimeIds.length === 0) return
  const inOrder = sql`(select id from ${idRows(db, showtimeIds)} order by id) as wanted`
  const locked = sql`
    select showtimes.id from ${inOrder} ${lookUp(db, {
      table: 'showtimes',
      columns: sql`id`,
      condition: sql`showtimes.id = wanted.id`,
      lock: lockRows(db, 'showtimes'),
    })}`
  await sql`update showtimes set rev = rev + 1 where ${isAmong(db, sql`id`, locked)}`.execute(db)
}
