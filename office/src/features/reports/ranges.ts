import { countDays, type DateRange } from '@marquee/contract/office/reports/date-range'
import { addDays, formatDay } from '@marquee/contract/time'

/** The ranges that are one click away, from the business day that goes on. */
export const presetsOf = (today: string): (readonly [name: string, range: DateRange])[] => [
  ['Today', { from: today, to: today }],
  ['Yesterday', { from: addDays(today, -1), to: addDays(today, -1) }],
  ['7 days', { from: addDays(today, -7), to: addDays(today, -1) }],
  ['28 days', { from: addDays(today, -28), to: addDays(today, -1) }],
  ['This month', { from: `${today.slice(0, 7)}-01`, to: today }],
]

/** `Sat, 28 Nov 2026`, or the first and the last day. */
export const rangeName = ({ from, to }: DateRange) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

export const isOneDay = (range: DateRange) => countDays(range) === 1
