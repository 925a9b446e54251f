import { serverNow } from '@marquee/browser/clock.ts'
import type { Booking } from '@marquee/contract/bookings'
import { describeRefundTerms } from '@marquee/contract/refund-policy'
import { siteSettings } from './site-settings.ts'

/** What a cancellation of a booking gives back, in plain words. */
export const refundTermsOf = ({ fullRefundUntil }: Pick<Booking, 'fullRefundUntil'>) =>
  describeRefundTerms(
    {
      fullRefundUntil: fullRefundUntil === undefined ? null : Date.parse(fullRefundUntil),
      policyText: siteSettings.refundTerms,
    },
    { now: serverNow(), timeZone: siteSettings.timeZone },
  )
