import {
  countDays,
  type DateRange,
  MAX_REPORT_DAYS,
  type RequestedRange,
} from '@marquee/contract/office/reports/date-range'
import { addDays } from '@marquee/contract/time'
import {
  businessDayAt,
  endOfBusinessDay,
  periodOfBusinessDay,
} from '../catalogue/schedule/calendar.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import * as statements from './business-days.sql.ts'

/** A business day: from its first instant to its last one (exclusive), epoch milliseconds. */
export interface BusinessDay {
  day: string
  from: number
  to: number
}

/** The business day that goes on: what is paid now counts for it. One that was closed before its end is followed by the next one. */
export async function currentDay({ now, config, reader }: Clocks) {
  const { date } = businessDayAt(now(), config)
  const [day] = (await statements.selectDayEnds(reader, date, date)).rows
  return (day?.ends_at ?? null) === null ? date : addDays(date, 1)
}

type Clocks = Pick<Context, 'now' | 'config' | 'reader'>

/** The days of a report. Without a first or last day: the business day that goes on. Throws INVALID. */
export async function resolveRange(
  ctx: Clocks,
  query: RequestedRange,
  maxDays = MAX_REPORT_DAYS,
): Promise<DateRange> {
  const today = await currentDay(ctx)
  const from = query.from ?? query.to ?? today
  const to = query.to ?? (from > today ? from : today)
  const days = countDays({ from, to })
  if (days < 1) throw invalid('Please choose a last day that is not before the first one.')
  if (days > maxDays) throw invalid(`Please choose at most ${maxDays} days.`)
  return { from, to }
}

/** All days of a range: `2026-12-01`. */
export const listDays = (range: DateRange) =>
  Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index))

/** The days of a range by the current settings. Each begins when the one before ends: computing an end is slow for a thousand days. */
export function listBusinessDays(
  days: DateRange,
  { config }: Pick<Context, 'config'>,
): BusinessDay[] {
  let from = endOfBusinessDay(addDays(days.from, -1), config)
  return listDays(days).map((day) => {
    const businessDay = { day, from, to: endOfBusinessDay(day, config) }
    from = businessDay.to
    return businessDay
  })
}

/** The first days, at most `limit`, of a range whose takings are not stored, without days to come. Days are stored in their order. */
export async function findDaysWithoutTotals(
  ctx: Clocks,
  range: RequestedRange = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<BusinessDay[]> {
  const first = await findFirstDayWithoutTotals(ctx)
  if (first === undefined) return []
  const last = await currentDay(ctx)
  const { from: firstDay = first, to: lastDay = last } = range
  const open = {
    from: firstDay > first ? firstDay : first,
    to: lastDay < last ? lastDay : last,
  }
  if (open.from > open.to) return []
  const stored = await loadStoredDays(ctx, open)
  return listDays(open)
    .filter((day) => (stored.get(day)?.totals_at ?? null) === null)
    .slice(0, limit)
    .map((day) => businessDay(day, stored, ctx))
    .filter((day) => day.from <= ctx.now())
}

/** Undefined before the first sale. */
async function findFirstDayWithoutTotals({ reader, config }: Pick<Context, 'reader' | 'config'>) {
  const [last] = (await statements.selectLastDayWithTotals(reader)).rows
  if (last?.day) return addDays(last.day, 1)
  const at = (await statements.selectFirstPayment(reader)).rows[0]?.at ?? null
  return at === null ? undefined : businessDayAt(at, config).date
}

/** The instants of one business day. */
export async function loadBusinessDay(ctx: Pick<Context, 'reader' | 'config'>, day: string) {
  return businessDay(day, await loadStoredDays(ctx, { from: day, to: day }), ctx)
}

type StoredDays = ReadonlyMap<string, statements.DayEnd>

/** The stored days of a range, and the one before it. */
async function loadStoredDays(
  { reader }: Pick<Context, 'reader'>,
  days: DateRange,
): Promise<StoredDays> {
  const { rows } = await statements.selectDayEnds(reader, addDays(days.from, -1), days.to)
  return new Map(rows.map((row) => [row.day, row]))
}

/** A day that was closed or has totals keeps its end, whatever the settings say since. The next day begins then. */
function businessDay(day: string, stored: StoredDays, { config }: Pick<Context, 'config'>) {
  const period = periodOfBusinessDay(day, config)
  return {
    day,
    from: stored.get(addDays(day, -1))?.ends_at ?? period.from,
    to: stored.get(day)?.ends_at ?? period.to,
  }
}
