import { countDays, type RequestedRange } from '@marquee/contract/office/reports/date-range'
import { countOf } from '@marquee/contract/text/count'
import { businessDayAt } from '#src/catalogue/schedule/calendar.ts'
import type { Context } from '#src/context.ts'
import { showtimeNotFound } from '#src/errors.ts'
import { selectReportedShow } from '../attendance/shows.sql.ts'
import { countShows, loadTicketsByDays } from '../attendance/shows.ts'
import { type BusinessDay, listBusinessDays, resolveRange } from '../business-days.ts'
import { percentOf } from '../parts.ts'

interface SalesQuery extends RequestedRange {
  /** Only this show. */
  show?: string | undefined
}

/** How many business days before their show the tickets were sold. Throws INVALID and NOT_FOUND. */
export async function getSalesCurve(ctx: Context, { show: showtimeId, ...query }: SalesQuery) {
  const range = await resolveRange(ctx, query)
  const days =
    showtimeId === undefined ? listBusinessDays(range, ctx) : [await findDayOfShow(ctx, showtimeId)]
  const shows = showtimeId === undefined ? await countShows(ctx, days) : 1
  const counts = new Map<number, number>()
  const sold = await loadTicketsByDays(ctx, days, showtimeId)
  for (const { show_day: showDay, day, tickets } of sold) {
    const before = Math.max(0, countDays({ from: day, to: showDay }) - 1)
    counts.set(before, (counts.get(before) ?? 0) + tickets)
  }
  const tickets = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { ...range, rows: curveOf(counts, tickets), totals: { shows, tickets } }
}

/** Throws NOT_FOUND. */
async function findDayOfShow(ctx: Context, id: string): Promise<BusinessDay> {
  const [show] = (await selectReportedShow(ctx.reader, id)).rows
  if (!show) throw showtimeNotFound()
  const { date: day, ...period } = businessDayAt(show.starts_at, ctx.config)
  return { day, ...period }
}

/** From the first sale to the day of the show. */
function curveOf(counts: ReadonlyMap<number, number>, all: number) {
  const first = Math.max(0, ...counts.keys())
  let total = 0
  return Array.from({ length: first + 1 }, (_, index) => {
    const before = first - index
    const tickets = counts.get(before) ?? 0
    total += tickets
    return {
      key: String(before),
      label: labelOf(before),
      tickets,
      total,
      share: percentOf(total, all),
    }
  })
}

const labelOf = (before: number) =>
  before === 0 ? 'Day of the show' : `${countOf(before, 'day')} before`
