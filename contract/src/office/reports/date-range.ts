import * as z from 'zod/mini'
import { Day } from '#src/calls/ids.ts'
import { addDays, DAY_MS } from '#src/time.ts'

/** Reports of money and of sold seats cover at most so many business days: three years. */
export const MAX_REPORT_DAYS = 1096
/** Reports that read each seat and each admission cover at most so many business days. */
export const MAX_DETAIL_DAYS = 92

/** Business days of the cinema: the first and the last one. Left out: the business day that goes on. */
export const dateRange = {
  from: z.optional(Day),
  to: z.optional(Day),
}

/** What each report returns: its days, its rows, and the figures of all rows together. */
export const reportFields = <Row extends z.ZodMiniType, Totals extends z.ZodMiniType>(
  row: Row,
  totals: Totals,
) => ({ from: z.string(), to: z.string(), rows: z.array(row), totals })

/** The days that a report was asked for. */
export interface RequestedRange {
  from?: string | undefined
  to?: string | undefined
}

/** The first and the last day of a report, both inclusive: `2026-12-01`. */
export interface DateRange {
  from: string
  to: string
}

/** The number of days of a range. Not positive if it ends before it begins. */
export const countDays = ({ from, to }: DateRange) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

const WEEK = 7

/** The days between a range and the one with which it is compared: whole weeks, so that Saturdays are compared with Saturdays. */
export const daysToRangeBefore = (range: DateRange) => Math.ceil(countDays(range) / WEEK) * WEEK

/** The range with which a range is compared: as long, and earlier by whole weeks. */
export function rangeBefore(range: DateRange): DateRange {
  const days = -daysToRangeBefore(range)
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}
