import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { addDays } from '@marquee/contract/time'
import { businessDayAt, periodOfBusinessDay } from '#src/catalogue/schedule/calendar.ts'
import type { Context } from '#src/context.ts'
import { readUnstoredTakings } from '../takings/daily-takings.service.ts'
import {
  type ReportedShowRow,
  selectShowsBetween,
  sumTicketsByDays,
  sumTicketsOfShows,
  type TicketsByDays,
} from './shows.sql.ts'

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
export async function readInParts<Show, Row>(
  shows: readonly Show[],
  read: (part: readonly Show[]) => Promise<{ rows: Row[] }>,
  atOnce = SHOWS_AT_ONCE,
): Promise<Row[]> {
  const found: Row[] = []
  for (let first = 0; first < shows.length; first += atOnce)
    for (const row of (await read(shows.slice(first, first + atOnce))).rows) found.push(row)
  return found
}

/** The tickets of each show, without cancelled ones: the stored ones, and those of the ledger since. */
export async function countTickets(ctx: Context, shows: readonly { id: string }[]) {
  const { firstDay, takings } = await readUnstoredTakings(ctx)
  const stored = await readInParts(idsOf(shows), (ids) =>
    sumTicketsOfShows(ctx.reader, ids, firstDay),
  )
  const counts = new Map(stored.map(({ showtime_id, tickets }) => [showtime_id, tickets]))
  for (const { showtime_id, tickets } of takings)
    counts.set(showtime_id, (counts.get(showtime_id) ?? 0) + tickets)
  return (showtimeId: string) => counts.get(showtimeId) ?? 0
}

/** The tickets of shows by the business days of the shows and of the sales. Otherwise as `countTickets`. */
export async function loadTicketsByDays(
  ctx: Context,
  shows: readonly ReportedShow[],
): Promise<TicketsByDays[]> {
  const { firstDay, takings } = await readUnstoredTakings(ctx)
  const stored = await readInParts(shows, (part) => sumTicketsByDays(ctx.reader, part, firstDay))
  const days = new Map(shows.map(({ id, day }) => [id, day]))
  const since = takings.flatMap(({ showtime_id, day, tickets }) => {
    const showDay = days.get(showtime_id)
    return showDay === undefined ? [] : { show_day: showDay, day, tickets }
  })
  return [...stored, ...since]
}

export const idsOf = (shows: readonly { id: string }[]) => shows.map(({ id }) => id)

/** Percent with one decimal. 0 of nothing. */
export const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0
