import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import { MINUTE_MS } from '@marquee/contract/time'
import type { ShowOfEntry } from './waitlist.sql.ts'

/** How long booking stays open; 0 or less when it has closed or the show is cancelled. */
export const msUntilCutoff = ({ cancelled_at, starts_at, cutoff_minutes, now }: ShowOfEntry) =>
  cancelled_at === null ? getCutoffTime(starts_at, cutoff_minutes) - now : 0

/** An offer that ends sooner could not be paid. */
const MIN_OFFER_MS = 3 * MINUTE_MS
/** Near the end of booking, an offer takes at most this fraction of the remaining time. */
const REMAINING_TIME_DIVISOR = 4

/**
 * How long seats are offered to a party: `offerMs`, and near the end of booking a quarter of the time that is left, at least three minutes.
 * All in milliseconds.
 */
export const offerDuration = (offerMs: number, leftMs: number) =>
  Math.min(offerMs, Math.max(MIN_OFFER_MS, Math.floor(leftMs / REMAINING_TIME_DIVISOR)))
