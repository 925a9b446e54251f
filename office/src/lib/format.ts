import { formatDateTime, formatTime } from '@marquee/contract/time'

/** `6:30 PM` for an ISO time, in the cinema's zone. */
export const timeOf = (instant: string, timeZone: string) =>
  formatTime(Date.parse(instant), timeZone)

/** `Tue, 1 Dec 2026, 6:30 PM` */
export const dateTimeOf = (instant: string, timeZone: string) =>
  formatDateTime(Date.parse(instant), timeZone)

/** `A1 has just been taken.` */
export const takenText = (places: readonly { label: string }[]) =>
  `${places.map(({ label }) => label).join(', ')} ${places.length === 1 ? 'has' : 'have'} just been taken.`

/** `1 seat`, `2 seats` */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** ` and send 2 emails`, at the end of the name of a button. Empty if there are none. */
export const andSend = (emails: number) =>
  emails === 0 ? '' : ` and send ${countOf(emails, 'email')}`
