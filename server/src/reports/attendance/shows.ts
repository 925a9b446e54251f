import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { addDays } from '@marquee/contract/time'
import { businessDayAt, periodOfBusinessDay } from '#src/catalogue/schedule/calendar.ts'
import type { Context } from '#src/context.ts'
import { readUnstoredTakings } from '../takings/daily-takings.service.ts'
import { type ReportedShowRow, selectShowsBetween, selectStoredTickets } from './shows.sql.ts'

/** A show, with the business day on which it starts. */
export type ReportedShow = ReportedShowRow & { day: string }

/** Adds the business days to shows that are sorted by their start. Computes the end of each day once: it is slow for each of thousands of shows. */
export function withDays(
  shows: readonly ReportedShowRow[],
  { config }: Pick<Context, 'config'>,
): ReportedShow[] {
  const [first] = shows
  if (!first) return []
  let { date: day, to } = businessDayAt(first.starts_at, config)
  return shows.map((show) => {
    while (show.starts_at >= to) {
      day = addDays(day, 1)
      to = periodOfBusinessDay(day, config).to
    }
    return { ...show, day }
  })
}

/** The shows that start on business days, without cancelled ones, by their start. */
export async function loadShows(ctx: Context, range: DateRange): Promise<ReportedShow[]> {
  const { from } = periodOfBusinessDay(range.from, ctx.config)
  const { to } = periodOfBusinessDay(range.to, ctx.config)
  const { rows } = await selectShowsBetween(ctx.reader, { from, to })
  return withDays(rows, ctx)
}

/** Shows that one statement reads: the event loop has a turn between two of them. */
const SHOWS_AT_ONCE = 400

/** Reads rows of shows, a part of the shows at a time. */
export async function readInParts<Row>(
  shows: readonly { id: string }[],
  read: (ids: readonly string[]) => Promise<{ rows: Row[] }>,
  atOnce = SHOWS_AT_ONCE,
): Promise<Row[]> {
  const found: Row[] = []
  for (let first = 0; first < shows.length; first += atOnce) {
    const ids = shows.slice(first, first + atOnce).map(({ id }) => id)
    for (const row of (await read(ids)).rows) found.push(row)
  }
  return found
}

interface TicketsOfDay {
  showtime_id: string
  /** The business day of the sale. */
  day: string
  tickets: number
}

/** The tickets of shows by the business day of their sale, without cancelled ones: the stored ones, and those of the ledger since. */
export async function loadTickets(
  ctx: Context,
  shows: readonly { id: string }[],
): Promise<TicketsOfDay[]> {
  const { firstDay, takings } = await readUnstoredTakings(ctx)
  const stored = await readInParts(shows, (ids) =>
    selectStoredTickets(ctx.reader, { ids, before: firstDay }),
  )
  const ids = new Set(shows.map(({ id }) => id))
  return [...stored, ...takings.filter(({ showtime_id }) => ids.has(showtime_id))]
}

/** The tickets of each show. */
export async function countTickets(ctx: Context, shows: readonly { id: string }[]) {
  const counts = new Map<string, number>()
  for (const { showtime_id, tickets } of await loadTickets(ctx, shows))
    counts.set(showtime_id, (counts.get(showtime_id) ?? 0) + tickets)
  return (showtimeId: string) => counts.get(showtimeId) ?? 0
}

/** Percent with one decimal. 0 of nothing. */
export const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0
