import { getCutoffTime } from '@marquee/contract/booking-window'
import { describeRefund } from '@marquee/contract/refund-policy'
import { siteSettings } from './site-settings.ts'

interface CancellableShow {
  /** ISO 8601. */
  startTime: string
  /** Minutes before the start at which booking ends. Left out: the default. */
  cutoffMinutes?: number | undefined
  /** ISO 8601. Until when the cinema gives back the full price. */
  fullRefundUntil?: string | undefined
}

/** What a cancellation gives back at `now`, in one sentence about this show. */
export function refundTermsOf(
  { startTime, cutoffMinutes, fullRefundUntil }: CancellableShow,
  now: number,
) {
  const { refundPolicy: policy, timeZone } = siteSettings
  const startsAt = Date.parse(startTime)
  return describeRefund(
    {
      policy,
      startsAt,
      closesAt: getCutoffTime(startsAt, cutoffMinutes),
      fullRefundUntil: fullRefundUntil === undefined ? null : Date.parse(fullRefundUntil),
    },
    { now, timeZone },
  )
}
