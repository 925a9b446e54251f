import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/booking-window'
import { sql } from 'kysely'

// The rules of holding and selling, each written once. The statements that write claims are composed of them. They expect
// `wanted.requester` (the holder), `moment.now`, a place, its showtime, and the claim on the place, if there is one.

/** The claim of a place, if there is one. */
export const claimOfPlace = {
  table: 'claims',
  columns: sql`holder, held_until, booking_id`,
  condition: sql`showtime_id = showtimes.id and place_id = places.id`,
  optional: true,
}

/** What the holder of a request holds at the showtime. */
export const claimsOfHolder = {
  table: 'claims',
  columns: sql`place_id, held_since, held_until, checkout_at`,
  condition: sql`holder = wanted.requester and showtime_id = wanted.showtime and booking_id is null`,
}

/** The holder holds the place already, and the hold has not expired. */
export const isHeldByRequester = sql`(claims.holder = wanted.requester and claims.held_until > now)`

/**
 * The place is neither sold nor held by another holder. An expired hold of another holder blocks the statement, which never overwrites
 * the row of another holder: `explainRefusals` deletes such holds, and the request is retried.
 */
export const isFree = sql`booking_id is null and (claims.holder is null or claims.holder = wanted.requester)`

/** The place belongs to the showtime's screen and is offered, or is held from a time when it was. */
export const isOffered = sql`places.id = wanted.place and showtimes.id = wanted.showtime
   and showtimes.screen_id = places.screen_id and (retired = 0 or ${isHeldByRequester})`

const MINUTE_MS = sql.lit(60_000)
const DEFAULT_CUTOFF = sql.lit(DEFAULT_CUTOFF_MINUTES)

/** The booking window is open. */
export const isOpen = sql`now < starts_at - coalesce(cutoff_minutes, ${DEFAULT_CUTOFF}) * ${MINUTE_MS}`
