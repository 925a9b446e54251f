import { type RawBuilder, sql } from 'kysely'
import { idRows, inputRows, isAmong, lookUp } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import type {
  ClaimRequest,
  HolderAtShowtime,
  PlacesRequest,
  VisitorKeys,
} from './claim-requests.ts'
import {
  claimOfPlace,
  clockRow,
  isFree,
  isHeldByRequester,
  isNotCancelled,
  isNotOver,
  isOffered,
  isOpen,
  isProtected,
  requestedPlace,
  retakeBlock,
} from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'
import { OFFER_HOLDERS } from './offer-holder.ts'

export type ClaimKey = Pick<ClaimRow, 'showtime_id' | 'place_id'>

export interface PlaceSale extends HolderAtShowtime, VisitorKeys {
  placeId: string
  bookingId: string
  /** The id of a friend who pays for places of a shared selection. */
  friend: string | null
  /** Null for a sale by staff. */
  userId: string | null
  /** Staff sells, until the end of the show. */
  isByStaff: boolean
}

/**
 * Sells places that are free or held by the buyer. This statement is the rule: a hold may be paid after the cutoff, nothing is sold
 * to visitors after the start, and nothing by staff after the end. A place keeps the address from which it was held. It overwrites a hold only if the buyer of the new row's booking (`excluded.booking_id`) has it.
 */
export const insertSales = (db: Db, sales: readonly PlaceSale[], limits: HoldLimits) => {
  const wanted = inputRows(
    db,
    {
      showtime: 'text',
      place: 'text',
      requester: 'text',
      requester_mailbox: 'text',
      requester_address: 'text',
      requester_confirmed_address: 'text',
      requester_friend: 'text',
      booking: 'text',
      buyer: 'text',
      is_by_staff: 'bigint',
    },
    sales.map(
      ({ showtimeId, placeId, holder, bookingId, userId, friend, isByStaff, ...buyer }) => ({
        ...{ showtime: showtimeId, place: placeId, requester: holder, booking: bookingId },
        ...{
          buyer: userId,
          requester_mailbox: buyer.mailbox,
          requester_address: buyer.limitedAddress,
          requester_confirmed_address: buyer.confirmedAddress,
          requester_friend: friend,
          is_by_staff: Number(isByStaff),
        },
      }),
    ),
  )
  return sql<ClaimKey>`
    with ${clockRow(limits)}
    insert into claims (showtime_id, place_id, booking_id, account, mailbox, address, confirmed_address, sold_at)
    select showtime, place, booking, buyer, requester_mailbox,
           case when requester_address is not null and ${isHeldByRequester} then coalesce(claims.address, requester_address) else requester_address end,
           requester_confirmed_address, case when is_by_staff = 1 then null else now end
      from ${wanted} cross join clock ${lookUp(db, requestedPlace)} cross join showtimes
           ${lookUp(db, claimOfPlace)} ${lookUp(db, retakeBlock)}
     where ${isOffered} and ${isFree} and ${isNotCancelled}
       and (is_by_staff = 1 or not ${isProtected} or coalesce(${isHeldByRequester}, false))
       and (${isOpen} or (${isHeldByRequester} and now < starts_at) or (is_by_staff = 1 and ${isNotOver}))
     order by showtime, place
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id, account = excluded.account, mailbox = excluded.mailbox,
           address = excluded.address, confirmed_address = excluded.confirmed_address, sold_at = excluded.sold_at,
           holder = null, held_since = null, held_until = null, chosen_by = null, checkout_at = null, seen_at = null
     where claims.booking_id is null
       and (claims.holder, excluded.booking_id) in (select requester, booking from ${wanted})
    returning showtime_id, place_id`.execute(db)
}

/**
 * Records the seats that friends have chosen in a shared selection and that another visitor of it pays for. Runs before the sale:
 * a sold claim no longer names who has chosen it.
 */
export const insertFriendSeats = (db: Db, sales: readonly PlaceSale[]) =>
  sql`
    insert into friend_seats (booking_id, pass, friend, user_id)
    select booking, number, chosen_by, account
      from ${inputRows(
        db,
        { showtime: 'text', place: 'text', booking: 'text', requester: 'text', payer: 'text' },
        sales.map(({ showtimeId, placeId, bookingId, holder, friend }) => ({
          ...{ showtime: showtimeId, place: placeId, booking: bookingId, requester: holder },
          payer: friend,
        })),
      )}
           ${lookUp(db, chosenPlace)}
      join seat_passes on seat_passes.booking_id = booking and seat_passes.place_id = place and void_at is null`.execute(
    db,
  )

const chosenPlace = {
  table: 'claims',
  columns: sql`chosen_by, account`,
  condition: sql`claims.showtime_id = wanted.showtime and claims.place_id = wanted.place and claims.holder = wanted.requester
                 and chosen_by is not null and chosen_by <> coalesce(wanted.payer, '')`,
}

/** A place and the booking that has it. */
export type SoldPlace = Pick<PlaceSale, 'showtimeId' | 'placeId' | 'bookingId'>

/** Deletes sales. Leaves out a place that another booking has by now. */
export const deleteSales = (db: Db, sold: readonly SoldPlace[]) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', place: 'text', booking: 'text' },
    sold.map(({ showtimeId, placeId, bookingId }) => ({
      ...{ showtime: showtimeId, place: placeId, booking: bookingId },
    })),
  )
  return sql<ClaimKey & { booking_id: string }>`
    with ${lockInOrder(db, { wanted, condition: sql`booking_id = wanted.booking` })}
    delete from claims where ${isLocked}
    returning showtime_id, place_id, booking_id`.execute(db)
}

/** The claims of the relation `locked`. A CTE, because PostgreSQL then executes it once and first. */
export const isLocked = sql`(showtime_id, place_id) in (select showtime_id, place_id from locked)`

/**
 * The relation `locked`: the claims on the places of `wanted` (`showtime`, `place`) that meet a condition. Every transaction locks claims in
 * this order. Two transactions in different orders would wait for each other.
 */
export const lockInOrder = (
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

/** The relation `wanted`: the places of the requests. */
export const placeRows = (db: Db, requests: readonly PlacesRequest[]) =>
  inputRows(
    db,
    { showtime: 'text', place: 'text', requester: 'text' },
    requests.flatMap(({ showtimeId, placeIds, holder }) =>
      placeIds.map((place) => ({ showtime: showtimeId, place, requester: holder })),
    ),
  )

/** The places that a visitor has chosen, also in the selection of another. */
const isChosenBy = (visitor: string) =>
  sql`((holder = ${visitor} and chosen_by is null) or chosen_by = ${visitor})`

export const deleteHoldsOfHolder = (db: Db, holder: string) =>
  sql<ClaimKey>`
    with locked as materialized (
      select showtime_id, place_id from claims where ${isChosenBy(holder)}
       order by showtime_id, place_id ${lockRows(db, 'claims')})
    delete from claims where ${isLocked}
    returning showtime_id, place_id`.execute(db)

/** Ends all holds at a showtime. */
export const deleteHoldsAt = (db: Db, showtimeId: string) =>
  sql<ClaimKey>`
    with locked as materialized (
      select showtime_id, place_id from claims where showtime_id = ${showtimeId} and booking_id is null
       order by place_id ${lockRows(db, 'claims')})
    delete from claims where ${isLocked}
    returning showtime_id, place_id`.execute(db)

interface PlacesAtShowtimes {
  showtimeIds: readonly string[]
  placeIds: readonly string[]
}

/** Ends the holds on places at showtimes. The seats of an offer that is not opened end together: the party waits again for all of them. */
export const deleteHoldsOnPlaces = (db: Db, { showtimeIds, placeIds }: PlacesAtShowtimes) => {
  const isWanted = (claims: string) => sql`(${sql.table(claims)}.booking_id is null
       and ${sql.table(claims)}.showtime_id in (select id from ${idRows(db, showtimeIds)})
       and ${sql.table(claims)}.place_id in (select id from ${idRows(db, placeIds)}))`
  return sql<ClaimKey>`
    with locked as materialized (
      select showtime_id, place_id from claims
       where ${isWanted('claims')}
          or holder in (select holder from claims as other where ${isWanted('other')} and other.holder like ${OFFER_HOLDERS})
       order by showtime_id, place_id ${lockRows(db, 'claims')})
    delete from claims where ${isLocked}
    returning showtime_id, place_id`.execute(db)
}

export const selectHoldsOfHolder = (db: Db, holder: string) =>
  sql<ClaimKey & Pick<ClaimRow, 'account'>>`
    select showtime_id, place_id, account from claims where ${isChosenBy(holder)}`.execute(db)

/** Makes holds without an account count for the account that has signed in, and with a confirmed email as those of a confirmed account of their address. */
export const adoptHolds = (db: Db, request: ClaimRequest) => {
  const isConfirmed = sql`${Number(request.isConfirmed)} = 1`
  return sql`
    with ${lockInOrder(db, {
      wanted: placeRows(db, [request]),
      condition: sql`((${isOfRequester} and chosen_by is null) or chosen_by = wanted.requester) and account is null`,
    })}
    update claims set account = ${request.userId}, mailbox = ${request.mailbox},
           confirmed_address = case when ${isConfirmed} then coalesce(confirmed_address, address) else confirmed_address end,
           address = case when ${isConfirmed} then null else address end
     where ${isLocked}`.execute(db)
}

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
