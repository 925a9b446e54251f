import {
  MAX_COMPANIONS,
  MAX_SEATS,
  MAX_SLOTS_PER_TYPE,
  MAX_WHEELCHAIRS,
} from '@marquee/contract/holds'
import type { AccessType } from '@marquee/contract/seats'
import { type RawBuilder, sql } from 'kysely'
import { bigintParameter, greatest, inputRows, least, lookUp } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { Db, PlaceType } from '../database/schema.ts'
import type { ClaimRequest } from './claim-requests.ts'
import {
  claimOfPlace,
  claimsOfHolder,
  clockRow,
  isFree,
  isHeldByRequester,
  isLiveHold,
  isNotCancelled,
  isOffered,
  isOpen,
  isOtherLiveHold,
  isProtected,
  requestedPlace,
  retakeBlock,
} from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

export interface HoldRow {
  showtime_id: string
  place_id: string
  held_until: number
  /** By the database's clock. */
  now: number
}
type ExtendedHoldRow = Omit<HoldRow, 'place_id'> & { holder: string }

interface Durations extends HoldLimits {
  holdMs: number
  checkoutMs: number
}

/**
 * A hold that is asked for again records its holder as connected at most this often. If no indexed column changes, PostgreSQL writes no
 * index. The seats of an offer, without a time, are never abandoned.
 */
const SEEN_INTERVAL_MS = 1000

/**
 * Holds all places of a request, or none of them. This statement is the rule: each place is offered, is of the kind that was asked
 * for and is free, the showtime is open, and the holder stays within the limits. All places of a holder at a showtime share one
 * deadline, which the first of them starts. No two requests may have a common place or holder.
 *
 * `wanted`: one row per requested place. `held`: what the holder of each request holds already. `available`: the wanted places that
 * are offered and free, with counts per request. A request whose counts do not fit inserts nothing.
 */
export const insertHolds = (
  db: Db,
  requests: readonly ClaimRequest[],
  { holdMs, ...limits }: Omit<Durations, 'checkoutMs'>,
) => {
  const input = inputRows(db, COLUMNS, requests.flatMap(rowsOf))
  const count = requests.every(({ placeIds }) => placeIds.length === 1)
    ? countInRow
    : countInRequest
  const isNew = sql`not coalesce(${isHeldByRequester}, false)`
  const firstDeadline = least(
    db,
    sql`now + ${bigintParameter(Math.min(holdMs, limits.holdMaxMs))}`,
    sql`starts_at`,
  )
  return sql<HoldRow>`
    with ${clockRow(limits)},
    wanted as materialized (
      select request_index, place_index, showtime, requester, place, requested_places, wants_seat, is_checkout,
             requester_friend, friend_since, asks_access, leaving_seats, requester_account, requester_mailbox, requester_address, requester_confirmed_address
        from ${input}),
    held as materialized (
      select request_index, min(held_since) as since, min(held_until) as until, min(checkout_at) as checkout,
             count(*) as held_places
        from wanted cross join clock ${lookUp(db, claimsOfHolder)}
       where place_index = 0 and ${isLiveHold} group by request_index),
    available as (
      select showtime, place, requester, requester_account, requester_mailbox, requester_address, requester_confirmed_address, requester_friend, friend_since,
             requested_places, is_checkout, leaving_seats, now, max_held_until, starts_at, cancelled_at, ${isOpen} as is_open,
             since, until, checkout, coalesce(held_places, 0) as held_places,
             ${count(sql`true`)} as available_places,
             ${count(isNew)} as new_places,
             ${count(sql`${isNew} and kind = 'seat'`)} as new_seats,
             ${count(sql`${isNew} and kind = 'twoWheeler'`)} as new_two_wheelers,
             ${count(sql`${isNew} and kind = 'fourWheeler'`)} as new_four_wheelers,
             ${count(sql`${isNew} and ${isProtected} and access = 'wheelchair'`)} as new_wheelchairs,
             ${count(sql`${isNew} and ${isProtected} and access = 'companion'`)} as new_companions
        from wanted cross join clock ${lookUp(db, requestedPlace)} cross join showtimes
             ${lookUp(db, claimOfPlace)} ${lookUp(db, retakeBlock)} left join held on held.request_index = wanted.request_index
       where ${isOffered} and ${isFree} and (asks_access = 1 or not ${isProtected} or not ${isNew})
         and (wants_seat is null or (kind = 'seat') = (wants_seat = 1)))
    insert into claims (showtime_id, place_id, holder, held_since, held_until, checkout_at, seen_at, account, mailbox, address, confirmed_address, chosen_by)
    select showtime, place, requester, coalesce(since, now), coalesce(until, ${firstDeadline}),
           checkout, now, requester_account, requester_mailbox, requester_address, requester_confirmed_address, requester_friend
      from available
     where available_places = requested_places
       and (requester_friend is null or since = friend_since)
       and (is_open or (is_checkout = 1 and new_places = 0 and cancelled_at is null and now < starts_at))
       and ${isWithinLimit('seat', sql`new_seats`, MAX_SEATS)}
       and ${isWithinLimit('twoWheeler', sql`new_two_wheelers`, MAX_SLOTS_PER_TYPE)}
       and ${isWithinLimit('fourWheeler', sql`new_four_wheelers`, MAX_SLOTS_PER_TYPE)}
       and ${isWithinAccessLimit('wheelchair', sql`new_wheelchairs`, MAX_WHEELCHAIRS)}
       and ${isWithinAccessLimit('companion', sql`new_companions`, MAX_COMPANIONS)}
     order by showtime, place
    on conflict (showtime_id, place_id) do update
       set held_since = excluded.held_since, held_until = excluded.held_until, checkout_at = excluded.checkout_at,
           seen_at = case when claims.seen_at between excluded.seen_at - ${sql.lit(SEEN_INTERVAL_MS)} and excluded.seen_at
                            or (claims.seen_at is null and claims.held_until > excluded.seen_at)
                          then claims.seen_at else excluded.seen_at end,
           account = excluded.account, mailbox = excluded.mailbox,
           address = excluded.address, confirmed_address = excluded.confirmed_address
     where claims.booking_id is null and claims.holder = excluded.holder
       and (excluded.chosen_by is null or claims.chosen_by = excluded.chosen_by)
    returning showtime_id, place_id, held_until, (select now from clock) as now`.execute(db)
}

const COLUMNS = {
  request_index: 'bigint',
  place_index: 'bigint',
  showtime: 'text',
  requester: 'text',
  place: 'text',
  requested_places: 'bigint',
  wants_seat: 'bigint',
  is_checkout: 'bigint',
  requester_friend: 'text',
  friend_since: 'bigint',
  asks_access: 'bigint',
  leaving_seats: 'bigint',
  requester_account: 'text',
  requester_mailbox: 'text',
  requester_address: 'text',
  requester_confirmed_address: 'text',
} as const

const rowsOf = (
  {
    showtimeId,
    holder,
    placeIds,
    seatIds,
    action,
    userId = null,
    mailbox,
    limitedAddress,
    confirmedAddress,
    ...request
  }: ClaimRequest,
  request_index: number,
) =>
  placeIds.map((place, place_index) => ({
    request_index,
    place_index,
    showtime: showtimeId,
    requester: holder,
    place,
    requested_places: placeIds.length,
    wants_seat: seatIds ? Number(seatIds.includes(place)) : null,
    /** At checkout, places that are all held already may be asked for after the cutoff. */
    is_checkout: Number(action === 'checkout'),
    asks_access: Number(request.isAccessible ?? false),
    leaving_seats: request.leavingIds?.length ?? 0,
    requester_account: userId,
    requester_friend: request.member?.id ?? null,
    friend_since: request.member?.since ?? null,
    requester_mailbox: mailbox,
    requester_address: limitedAddress,
    requester_confirmed_address: confirmedAddress,
  }))

/** Counts the places of a request that meet a condition. */
const countInRequest = (condition: RawBuilder<unknown>) =>
  sql`count(case when ${condition} then 1 end) over (partition by wanted.request_index)`

/** For requests with one place, which most are. Without window functions, SQLite writes 30 % more holds (measured). */
const countInRow = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`

/** Counts the held places of this kind only if the total of all kinds could exceed the limit. */
const isWithinLimit = (kind: PlaceType, added: RawBuilder<unknown>, limit: number) =>
  sql`(${added} = 0 or held_places - leaving_seats + ${added} <= ${sql.lit(limit)} or ${added} + (
         select count(*) from claims cross join places
          where holder = requester and showtime_id = showtime and ${isLiveHold}
            and places.id = place_id and kind = ${sql.lit(kind)}) ${kind === 'seat' ? sql`- leaving_seats` : sql``} <= ${sql.lit(limit)})`

/** Counts the protected places of this type. Of a request that gives up other seats, `choices.batch.ts` counts them. */
const isWithinAccessLimit = (type: AccessType, added: RawBuilder<unknown>, limit: number) =>
  sql`(${added} = 0 or leaving_seats > 0 or ${added} + (
         select count(*) from claims cross join places
          where holder = requester and showtime_id = showtime and ${isLiveHold}
            and places.id = place_id and access = ${sql.lit(type)}) <= ${sql.lit(limit)})`

const showtimeOfRequest = {
  table: 'showtimes',
  columns: sql`starts_at, cutoff_minutes, cancelled_at`,
  condition: sql`showtimes.id = wanted.showtime`,
}

/**
 * Extends the deadline of a holder, never past the longest hold nor past the start. An extension restarts the hold time while the
 * showtime is open. A checkout is marked, and the first one of a selection, while the showtime is open, leaves at least the checkout time.
 * The deadline is common; presence and checkout count for what the requester has chosen.
 */
export const extendDeadlines = (
  db: Db,
  requests: readonly ClaimRequest[],
  { holdMs, checkoutMs, ...limits }: Durations,
) => {
  const wanted = inputRows(
    db,
    {
      showtime: 'text',
      requester: 'text',
      is_checkout: 'bigint',
      requester_friend: 'text',
      friend_since: 'bigint',
    },
    requests.map(({ showtimeId, holder, action, member }) => ({
      ...{ showtime: showtimeId, requester: holder, is_checkout: Number(action === 'checkout') },
      requester_friend: member?.id ?? null,
      friend_since: member?.since ?? null,
    })),
  )
  const hasCheckout = sql`exists (
        select 1 from claims as other
         where other.holder = requester and other.showtime_id = showtime and other.checkout_at is not null and ${isOtherLiveHold})`
  const requestedDeadline = sql`now + case when is_checkout = 0 then ${bigintParameter(holdMs)}
                                             when not ${hasCheckout} and ${isOpen} then ${bigintParameter(checkoutMs)}
                                             else 0 end`
  const isChosenByRequester = sql`claims.chosen_by is not distinct from extended.requester_friend`
  const latestDeadline = least(
    db,
    sql`held_since + ${bigintParameter(limits.holdMaxMs)}`,
    sql`starts_at`,
  )
  return sql<ExtendedHoldRow>`
    with ${clockRow(limits)},
    owned as materialized (
      select claims.showtime_id as showtime, claims.place_id as place, requester, is_checkout, requester_friend, friend_since,
             starts_at, cutoff_minutes, cancelled_at
        from ${wanted} ${lookUp(db, showtimeOfRequest)} ${lookUp(db, claimsOfHolder)}),
    extended as materialized (
      select claims.showtime_id, claims.place_id, now,
             ${greatest(db, sql`held_until`, least(db, requestedDeadline, latestDeadline))} as until,
             is_checkout, requester_friend
        from (select * from owned order by showtime, place) as wanted cross join clock
             ${lookUp(db, {
               ...claimsOfHolder,
               condition: sql`${claimsOfHolder.condition} and place_id = wanted.place`,
               lock: lockRows(db, 'claims'),
             })}
       where ${isLiveHold} and (${isOpen} or (is_checkout = 1 and ${isNotCancelled})) and (friend_since is null or held_since = friend_since))
    update claims set held_until = until,
           checkout_at = case when is_checkout = 1 and ${isChosenByRequester} then coalesce(claims.checkout_at, now) else claims.checkout_at end,
           seen_at = case when claims.seen_at is not null and ${isChosenByRequester} then now else claims.seen_at end
      from extended
     where claims.showtime_id = extended.showtime_id and claims.place_id = extended.place_id
    returning claims.showtime_id, claims.holder, held_until, (select now from clock) as now`.execute(
    db,
  )
}
