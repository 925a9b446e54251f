import { isClosedOn } from '@marquee/contract/office/programme/closed-days'
import type { ClosedDays } from '@marquee/contract/office/programme/opening-times'
import { formatIsoDate } from '@marquee/contract/time'

/** The days without shows in the row of a screen. */
export type ClosedColumns = Record<'closed_from' | 'closed_to', string | null>

export const closedDaysOf = ({ closed_from: from, closed_to: to }: ClosedColumns) =>
  from === null || to === null ? undefined : { from, to }

/** Whether a show that begins at this instant begins on one of the days. */
export const isClosedAt = (closed: ClosedDays | undefined, startsAt: number, timeZone: string) =>
  isClosedOn(closed, formatIsoDate(startsAt, timeZone))
