import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import { describeRefund, limitRefundPolicy } from '@marquee/contract/bookings/refund-policy'
import { siteSettings } from './site-settings.ts'

interface CancellableShow {
  /** ISO 8601. */
  startTime: string
  /** Minutes before the start at which booking ends. Left out: the default. */
  cutoffMinutes?: number | undefined
  /** ISO 8601. Until when the cinema gives back the full price. */
  fullRefundUntil?: string | undefined
  /** The largest share of the price that is refunded, in percent. */
  refundCap?: number | undefined
}

/** What a cancellation gives back at `now`, in one sentence about this show. */
export function describeRefundTerms(
  { startTime, cutoffMinutes, fullRefundUntil, refundCap }: CancellableShow,
  now: number,
) {
  const { refundPolicy, timeZone } = siteSettings
  const startsAt = Date.parse(startTime)
  return describeRefund(
    {
      policy: limitRefundPolicy(refundPolicy, refundCap ?? null),
      startsAt,
      closesAt: getCutoffTime(startsAt, cutoffMinutes),
      fullRefundUntil: fullRefundUntil === undefined ? null : Date.parse(fullRefundUntil),
    },
    { now, timeZone },
  )
}
