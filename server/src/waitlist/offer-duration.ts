import { MINUTE_MS } from '@marquee/contract/time'

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
