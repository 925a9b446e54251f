import type { DateRange } from '@marquee/contract/office/reports/date-range'
import type { Context } from '#src/context.ts'
import { type BusinessDay, listBusinessDays } from '../business-days.ts'
import { daysAtOnce, readInParts } from '../parts.ts'
import { readUnstoredTakings } from '../takings/daily-takings.service.ts'
import {
  countShowsBetween,
  type ReportedShowRow,
  selectShowsBetween,
  selectStarts,
  sumTicketsByDays,
  sumTicketsOfShows,
  type TicketsByDays,
} from './shows.sql.ts'

/** A show, with the business day on which it starts. */
export type ReportedShow = ReportedShowRow & { day: string }

/** Shows by their start, and the business days on which they start. */
export interface ReportedShows {
  shows: ReportedShow[]
  days: readonly BusinessDay[]
}

/** The shows that start on business days, without cancelled ones. */
export async function loadShows(ctx: Context, range: DateRange): Promise<ReportedShows> {
  const days = listBusinessDays(range, ctx)
  const { rows } = await selectShowsBetween(ctx.reader, spanOf(days))
  let index = 0
  const shows = rows.map((show) => {
    while (show.starts_at >= (days[index]?.to ?? Number.POSITIVE_INFINITY)) index += 1
    return { ...show, day: days[index]?.day ?? range.to }
  })
  return { shows, days }
}

/** How many shows start on business days, without cancelled ones. */
export async function countShows(
  { reader }: Pick<Context, 'reader'>,
  days: readonly BusinessDay[],
) {
  const [row] = (await countShowsBetween(reader, spanOf(days))).rows
  return row?.shows ?? 0
}

/** From the beginning of the first day to the end of the last one. */
const spanOf = (days: readonly BusinessDay[]) => ({
  from: days[0]?.from ?? 0,
  to: days.at(-1)?.to ?? 0,
})

/** The tickets of each show, without cancelled ones: the stored ones, and those of the ledger since. */
export async function countTickets(ctx: Context, { days }: Pick<ReportedShows, 'days'>) {
  const { firstDay, takings } = await readUnstoredTakings(ctx)
  const stored = await readInParts(
    days,
    (part) => sumTicketsOfShows(ctx.reader, spanOf(part), firstDay),
    daysAtOnce(ctx),
  )
  const counts = new Map(stored.map(({ showtime_id, tickets }) => [showtime_id, tickets]))
  for (const { showtime_id, tickets } of takings)
    counts.set(showtime_id, (counts.get(showtime_id) ?? 0) + tickets)
  return (showtimeId: string) => counts.get(showtimeId) ?? 0
}

/** The tickets of shows by the business days of the shows and of the sales. Otherwise as `countTickets`. With a showtime, only those of that one. */
export async function loadTicketsByDays(
  ctx: Context,
  days: readonly BusinessDay[],
  showtimeId: string | undefined,
): Promise<TicketsByDays[]> {
  const { firstDay, takings } = await readUnstoredTakings(ctx)
  const stored = await readInParts(
    days,
    (part) => sumTicketsByDays(ctx.reader, { days: part, showtimeId }, firstDay),
    daysAtOnce(ctx),
  )
  const ids = new Set(takings.map(({ showtime_id }) => showtime_id))
  const { rows } = await selectStarts(
    ctx.reader,
    showtimeId === undefined ? [...ids] : [showtimeId],
  )
  const starts = new Map(
    rows
      .filter(({ cancelled_at }) => cancelled_at === null || showtimeId !== undefined)
      .map(({ id, starts_at }) => [id, starts_at]),
  )
  const since = takings.flatMap(({ showtime_id, day, tickets }) => {
    const start = starts.get(showtime_id)
    const showDay = start !== undefined && days.find(({ from, to }) => from <= start && start < to)
    return showDay ? { show_day: showDay.day, day, tickets } : []
  })
  return [...stored, ...since]
}
