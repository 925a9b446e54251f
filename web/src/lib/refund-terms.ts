import { serverNow } from '@marquee/browser/clock.ts'
import { describeRefundPolicy, describeRefundTerms } from '@marquee/contract/refund-policy'
import { siteSettings } from './site-settings.ts'

interface RefundableBooking {
  /** Minutes before the start at which booking ends. Left out: the default. */
  cutoffMinutes?: number | undefined
  /** ISO 8601. Until when the cinema gives back the full price. */
  fullRefundUntil?: string | undefined
}

/** What a cancellation of a booking gives back, in plain words. */
export const refundTermsOf = ({ cutoffMinutes, fullRefundUntil }: RefundableBooking) =>
  describeRefundTerms(
    {
      fullRefundUntil: fullRefundUntil === undefined ? null : Date.parse(fullRefundUntil),
      policyText: describeRefundPolicy(siteSettings.refundPolicy, cutoffMinutes),
    },
    { now: serverNow(), timeZone: siteSettings.timeZone },
  )
