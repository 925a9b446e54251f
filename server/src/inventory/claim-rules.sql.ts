import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/booking-window'
import { sql } from 'kysely'
import { bigintParameter, clock } from '../database/dialect.ts'
import { RETAKE_BLOCK_MS } from './claim-requests.ts'
import { CLOCK_TOLERANCE_MS, type HoldLimits } from './live-holds.ts'

// The rules of holding and selling, each written once. The statements that write claims are composed of them. They expect
// `wanted.requester` (the holder), `wanted.requester_friend` (`Member`), the relation `clock`, a place, its showtime, and the claim on the place, if there is one.

/**
 * The relation `clock`: the database's time `now`; `max_held_until`, the latest deadline that a hold can have now; and `protected_after`: shows
 * that start later protect their accessible places.
 */
export const clockRow = ({ holdMaxMs, accessReleaseMs }: HoldLimits) => sql`clock as materialized (
      select now, now + ${bigintParameter(holdMaxMs + CLOCK_TOLERANCE_MS)} as max_held_until,
             now + ${bigintParameter(accessReleaseMs)} as protected_after
        from (select ${clock} as now limit 1) as reading)`

/** The plus keeps a database from reading all live holds in the index of deadlines. */
const isLive = (claims: string) =>
  sql`(+${sql.table(claims)}.held_until > now and +${sql.table(claims)}.held_until <= max_held_until)`

/** The claim is a hold that has not ended. Null for a sale. `isLiveDeadline` of live-holds.ts is the same rule for a loaded row. */
export const isLiveHold = isLive('claims')

/** The same for a claim with the alias `other`. */
export const isOtherLiveHold = isLive('other')

/** `not isLiveHold` as two ranges, each of which an index of deadlines finds. */
export const endedDeadlines = [
  sql`held_until <= (select now from clock)`,
  sql`held_until > (select max_held_until from clock)`,
]

/** The place that is asked for. */
export const requestedPlace = {
  table: 'places',
  columns: sql`id, screen_id, kind, label, retired, out_of_service, access`,
  condition: sql`places.id = wanted.place`,
}

/** The claim of a place, if there is one. */
export const claimOfPlace = {
  table: 'claims',
  columns: sql`holder, held_until, chosen_by, booking_id, account, mailbox, address, confirmed_address, asked_at`,
  condition: sql`showtime_id = showtimes.id and place_id = places.id`,
  optional: true,
}

/** What the holder of a request holds at the showtime. A sale has no holder. */
export const claimsOfHolder = {
  table: 'claims',
  columns: sql`showtime_id, place_id, held_since, held_until, checkout_at`,
  condition: sql`holder = wanted.requester and showtime_id = wanted.showtime`,
}

/** Keeps a requester whose hold has ended, and the same address, from holding the place again while another visitor waits for it. */
export const retakeBlock = {
  table: 'retake_blocks',
  columns: sql`blocked_until`,
  condition: sql`blocked_showtime_id = wanted.showtime and blocked_place_id = wanted.place
    and (blocked_holder = wanted.requester or blocked_address = wanted.requester_address)`,
  optional: true,
}

/** The hold has expired but its row is not deleted yet, and another visitor waits for the place. */
const isExpiredAndAsked = sql`(not ${isLiveHold} and claims.asked_at > now - ${sql.lit(RETAKE_BLOCK_MS)})`

/** A hold of the requester or of the same address has ended, and another visitor waits for the place. */
const isBlocked = sql`(coalesce(blocked_until > now, false) or coalesce(claims.holder = wanted.requester and ${isExpiredAndAsked}, false))`

/** The holder holds the place already, and the hold has not expired. */
export const isHeldByRequester = sql`(claims.holder = wanted.requester and ${isLiveHold})`

/** The claim is a hold of the requester's selection. A friend may change only what the friend has chosen. */
const isOwnHold = sql`(claims.holder = wanted.requester
       and (wanted.requester_friend is null or claims.chosen_by = wanted.requester_friend))`

/**
 * The place is neither sold nor held by another holder, and no other visitor waits for it since the requester's hold has ended. An expired
 * hold of another holder blocks the statement, which never overwrites the row of another holder: `explainRefusals` deletes such holds,
 * and the request is retried.
 */
export const isFree = sql`booking_id is null and (claims.holder is null or ${isOwnHold}) and not ${isBlocked}`

/**
 * The place belongs to the showtime's screen and is in service. It is offered, or the requester has held it since before it was retired. Holds on a place
 * end when it is taken out of service.
 */
export const isOffered = sql`showtimes.id = wanted.showtime and showtimes.screen_id = places.screen_id
   and out_of_service = 0 and (retired = 0 or ${isHeldByRequester})`

/** The place is accessible and protected: it reads HELD to requests that do not ask for an accessible place. */
export const isProtected = sql`(access is not null and starts_at > protected_after)`

const MINUTE_MS = sql.lit(60_000)
const DEFAULT_CUTOFF = sql.lit(DEFAULT_CUTOFF_MINUTES)

/** The cinema has not cancelled the show. */
export const isNotCancelled = sql`cancelled_at is null`

/** The show has not ended. Staff sells until then. */
export const isNotOver = sql`now < starts_at + (select duration from movies where movies.id = showtimes.movie_id) * ${MINUTE_MS}`

/** The booking window is open. */
export const isOpen = sql`(${isNotCancelled} and now < starts_at - coalesce(cutoff_minutes, ${DEFAULT_CUTOFF}) * ${MINUTE_MS})`
