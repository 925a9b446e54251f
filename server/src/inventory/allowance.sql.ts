import { PRESSURE } from '@marquee/contract/holds'
import type { AccessType } from '@marquee/contract/seats'
import { sql } from 'kysely'
import { inputRows, lookUp } from '../database/dialect.ts'
import type { Db, PlaceType, UserRow } from '../database/schema.ts'
import type { ClaimRequest } from './claim-requests.ts'
import {
  claimOfPlace,
  clockRow,
  isHeldByRequester,
  isLiveHold,
  isOtherLiveHold,
  isProtected,
} from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** One requested place. The first place of a request has the counts of the request's account and address. */
export interface AllowanceRow {
  request_index: number
  screen_id: string
  layout: number
  kind: PlaceType
  /** Null if the place is not accessible or not protected. */
  access: AccessType | null
  /** 1 if the requester holds the place and it counts for an address, as the requester does. */
  is_held: number
  /** 1 if the requester holds the place and it counts for the requester's address. */
  is_counted: number
  /** 1 if the place is held or bought by the requester's account. */
  is_owned: number
  account_seats: number | null
  account_slots: number | null
  /** Places that the account holds at all showtimes. */
  account_held: number | null
  /** Places that the account holds, and has bought for shows to come. */
  account_total: number | null
  /** Protected places of the same type that the account and that visitors of the address have at the showtime. */
  account_access: number | null
  address_access: number | null
  /** Places that visitors of the address have at the showtime. */
  address_places: number | null
  /** Places that visitors of the address have at all showtimes. */
  address_total: number | null
  /** Places of the showtime that were held or sold lately. */
  recent_places: number | null
}

/** Sold, or held. A condition on `booking_id` would make PostgreSQL read the index of all holds for each request. */
const isSoldOrHeld = sql`(other.held_until is null or ${isOtherLiveHold})`
/** The show is still to come. */
const isToCome = sql`exists (select 1 from showtimes as coming where coming.id = other.showtime_id and coming.starts_at > now)`
const isAtShowtime = sql`other.showtime_id = wanted.showtime`

const isOfAccount = sql`(other.account = wanted.account or other.mailbox = wanted.mailbox)`
const isStaying = sql`not exists (select 1 from leaving where leaving.request = request_index and leaving.place = other.place_id)`
const ofAccount = sql`${isOfAccount} and ${isAtShowtime} and ${isSoldOrHeld} and ${isStaying}`

/** Unconfirmed and confirmed visitors of an address are counted apart. */
const isOfAddress = sql`(other.address = wanted.address or other.confirmed_address = wanted.confirmed_address)`
const ofAddress = sql`${isOfAddress} and ${isSoldOrHeld}`
const countsLikeRequester = sql`case when wanted.address is null then claims.confirmed_address else claims.address end`

/** Counts the places of the accounts and addresses of requests. Call it after the locks of the requests. */
export const selectAllowance = (db: Db, requests: readonly ClaimRequest[], limits: HoldLimits) => {
  const rows = requests.flatMap(
    ({ showtimeId, holder, userId = null, ...request }, request_index) =>
      request.placeIds.map((place, place_index) => ({
        ...{ request_index, place_index, showtime: showtimeId, requester: holder, place },
        account: userId,
        mailbox: request.mailbox,
        address: request.limitedAddress,
        confirmed_address: request.confirmedAddress,
      })),
  )
  const leaving = requests.flatMap(({ leavingIds = [] }, request) =>
    leavingIds.map((place) => ({ request, place })),
  )
  const shows = new Set(
    requests.flatMap(({ limitedAddress, showtimeId }) => (limitedAddress ? showtimeId : [])),
  )
  return sql<AllowanceRow>`
    with ${clockRow(limits)},
         leaving as (select request, place from ${inputRows(db, { request: 'bigint', place: 'text' }, leaving)}),
         recent as materialized (
           select list.show, (
             select count(*) from claims as other
              where other.showtime_id = list.show and coalesce(other.held_since, other.sold_at) > now - ${sql.lit(PRESSURE.periodMs)}) as places
             from (select show from ${inputRows(
               db,
               { show: 'text' },
               [...shows].map((show) => ({ show })),
             )}) as list cross join clock)
    select request_index, screens.id as screen_id, layout, places.kind,
           case when ${isProtected} then access end as access,
           case when ${isHeldByRequester} and ${countsLikeRequester} is not null then 1 else 0 end as is_held,
           case when ${isHeldByRequester} and ${countsLikeRequester} = coalesce(wanted.address, wanted.confirmed_address) then 1 else 0 end as is_counted,
           case when (claims.account = wanted.account or claims.mailbox = wanted.mailbox)
                     and (booking_id is not null or ${isLiveHold}) then 1 else 0 end as is_owned,
           case when place_index = 0 then (
             select count(*) from claims as other join places as owned on owned.id = other.place_id
              where ${ofAccount} and owned.kind = 'seat') end as account_seats,
           case when place_index = 0 then (
             select count(*) from claims as other join places as owned on owned.id = other.place_id
              where ${ofAccount} and owned.kind <> 'seat') end as account_slots,
           case when place_index = 0 then (
             select count(*) from claims as other where ${isOfAccount} and ${isOtherLiveHold} and ${isStaying}) end as account_held,
           case when place_index = 0 then (
             select count(*) from claims as other
              where ${isOfAccount} and ${isSoldOrHeld} and ${isToCome} and ${isStaying}) end as account_total,
           case when ${isProtected} then (
             select count(*) from claims as other join places as owned on owned.id = other.place_id
              where ${ofAccount} and owned.access = places.access) end as account_access,
           case when ${isProtected} then (
             select count(*) from claims as other join places as owned on owned.id = other.place_id
              where other.address = wanted.address and ${isSoldOrHeld} and ${isAtShowtime} and owned.access = places.access) end as address_access,
           case when place_index = 0 then (
             select count(*) from claims as other where ${ofAddress} and ${isAtShowtime}) end as address_places,
           case when place_index = 0 then (
             select count(*) from claims as other where ${ofAddress} and ${isToCome}) end as address_total,
           recent.places as recent_places
      from ${inputRows(db, COLUMNS, rows)} cross join clock cross join places cross join showtimes cross join screens
           ${lookUp(db, claimOfPlace)} left join recent on recent.show = wanted.showtime
     where places.id = wanted.place and showtimes.id = wanted.showtime and screens.id = showtimes.screen_id
     order by request_index, place_index`.execute(db)
}

const COLUMNS = {
  request_index: 'bigint',
  place_index: 'bigint',
  showtime: 'text',
  requester: 'text',
  place: 'text',
  account: 'text',
  mailbox: 'text',
  address: 'text',
  confirmed_address: 'text',
} as const

export const selectConfirmedEmail = (db: Db, userId: string) =>
  sql<Pick<UserRow, 'email'>>`
    select email from users where id = ${userId} and email_confirmed_at is not null`.execute(db)
