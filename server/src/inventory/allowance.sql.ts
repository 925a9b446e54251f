import { sql } from 'kysely'
import { inputRows, lookUp } from '../database/dialect.ts'
import type { Db, PlaceType } from '../database/schema.ts'
import type { ClaimRequest } from './claim-requests.ts'
import {
  claimOfPlace,
  clockRow,
  isHeldByRequester,
  isLiveHold,
  isOtherLiveHold,
} from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** One requested place. The first place of a request has the counts of the request's account and address. */
export interface AllowanceRow {
  request_index: number
  screen_id: string
  layout: number
  kind: PlaceType
  /** 1 if the requester holds the place. */
  is_held: number
  /** 1 if the requester holds the place and it counts for the requester's address. */
  is_counted: number
  /** 1 if the place is held or bought by the requester's account. */
  is_owned: number
  account_seats: number | null
  account_slots: number | null
  /** Places that visitors of the address hold at the showtime. */
  address_places: number | null
  /** Places that visitors of the address hold at all showtimes. */
  address_total: number | null
}

const ofAccount = sql`other.account = wanted.account and other.showtime_id = wanted.showtime
    and (other.booking_id is not null or ${isOtherLiveHold})
    and not exists (select 1 from leaving where leaving.request = request_index and leaving.place = other.place_id)`
/** A sold place has no address. A condition on `booking_id` would make PostgreSQL read the index of all holds for each request. */
const ofAddress = sql`other.address = wanted.address and ${isOtherLiveHold}`

/** Counts the places of the accounts and addresses of requests. Call it after the locks of the requests. */
export const selectAllowance = (db: Db, requests: readonly ClaimRequest[], limits: HoldLimits) => {
  const rows = requests.flatMap(
    ({ showtimeId, holder, userId = null, ...request }, request_index) =>
      request.placeIds.map((place, place_index) => ({
        ...{ request_index, place_index, showtime: showtimeId, requester: holder, place },
        ...{ account: userId, address: request.limitedAddress },
      })),
  )
  const leaving = requests.flatMap(({ leavingIds = [] }, request) =>
    leavingIds.map((place) => ({ request, place })),
  )
  return sql<AllowanceRow>`
    with ${clockRow(limits)},
         leaving as (select request, place from ${inputRows(db, { request: 'bigint', place: 'text' }, leaving)})
    select request_index, screens.id as screen_id, layout, places.kind,
           case when ${isHeldByRequester} then 1 else 0 end as is_held,
           case when ${isHeldByRequester} and claims.address = wanted.address then 1 else 0 end as is_counted,
           case when claims.account = wanted.account and (booking_id is not null or ${isLiveHold}) then 1 else 0 end as is_owned,
           case when place_index = 0 then (
             select count(*) from claims as other join places as owned on owned.id = other.place_id
              where ${ofAccount} and owned.kind = 'seat') end as account_seats,
           case when place_index = 0 then (
             select count(*) from claims as other join places as owned on owned.id = other.place_id
              where ${ofAccount} and owned.kind <> 'seat') end as account_slots,
           case when place_index = 0 then (
             select count(*) from claims as other
              where ${ofAddress} and other.showtime_id = wanted.showtime) end as address_places,
           case when place_index = 0 then (
             select count(*) from claims as other where ${ofAddress}) end as address_total
      from ${inputRows(db, COLUMNS, rows)} cross join clock cross join places cross join showtimes cross join screens
           ${lookUp(db, claimOfPlace)}
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
  address: 'text',
} as const
