import type { PaymentMethod } from '@marquee/contract/office/bookings'
import type { Channel } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { formatDateTime, formatIsoDate, formatTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'

/** `6:30 PM` for an ISO time, in the cinema's zone. */
export const timeOf = (instant: string, timeZone: string) =>
  formatTime(Date.parse(instant), timeZone)

/** `Tue, 1 Dec 2026, 6:30 PM` */
export const dateTimeOf = (instant: string, timeZone: string) =>
  formatDateTime(Date.parse(instant), timeZone)

/** `6:30 PM` on this day (`2026-12-01`, the current one unless given), else `Tue, 1 Dec 2026, 6:30 PM`. */
export const shortDateTimeOf = (
  instant: string,
  timeZone: string,
  day = formatIsoDate(serverNow(), timeZone),
) =>
  formatIsoDate(Date.parse(instant), timeZone) === day
    ? timeOf(instant, timeZone)
    : dateTimeOf(instant, timeZone)

/** ` and send 2 emails`, at the end of the name of a button. Empty if there are none. */
export const andSend = (emails: number) =>
  emails === 0 ? '' : ` and send ${countOf(emails, 'email')}`

/** Where a booking was made. */
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  web: 'On the site',
  counter: 'At the counter',
}

/** How a booking was paid. Nothing is paid for complimentary tickets. */
export const PAYMENT_TEXTS: Readonly<Record<Exclude<PaymentMethod, 'complimentary'>, string>> = {
  online: 'on the site',
  cash: 'in cash',
  card: 'by card',
  voucher: 'with a voucher',
}
