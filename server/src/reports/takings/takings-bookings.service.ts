import type { DateRange, RequestedRange } from '@marquee/contract/office/reports/date-range'
import {
  NO_KEY,
  TAKINGS_PAGE_SIZE,
  type TakingsBooking,
  type TakingsBy,
} from '@marquee/contract/office/reports/takings'
import { addDays, formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { findDaysWithoutTotals, loadBusinessDay, resolveRange } from '../business-days.ts'
import { loadShowNames, type ShowName } from '../report-names.ts'
import { addTakings } from './daily-takings.service.ts'
import { selectDaysOfTakings, type TakingsColumn } from './daily-takings.sql.ts'
import { type LedgerTakings, readLedgerTakings } from './ledger-takings.ts'
import { figuresOf } from './takings.service.ts'
import { selectReferences, selectShowsOf } from './takings-bookings.sql.ts'
import { COLUMN_OF } from './takings-keys.ts'

interface BookingsQuery extends RequestedRange {
  by: TakingsBy
  /** A row of the report. Undefined: all rows. */
  key?: string | undefined
  /** The `next` of the page before. */
  before?: string | undefined
}

/** The bookings behind a row of the takings, the latest first, a page of a hundred. Throws INVALID. */
export async function listTakingsBookings(ctx: Context, { before, ...query }: BookingsQuery) {
  const range = await resolveRange(ctx, query)
  const [latestDay = range.to, offset = '0'] = before?.split('_') ?? []
  const filter = { column: COLUMN_OF[query.by], keys: await findKeys(ctx, query) }
  const bookings: TakingsBooking[] = []
  let skipped = Number(offset)
  for (const day of await findDays(ctx, { ...range, to: latestDay }, filter)) {
    const period = await loadBusinessDay(ctx, day)
    const takings = await readLedgerTakings(ctx, period)
    const wanted = takings.filter((row) => isWanted({ ...row, day }, filter))
    const onDay = await viewBookings(ctx, wanted)
    const page = onDay.slice(skipped, skipped + TAKINGS_PAGE_SIZE - bookings.length)
    bookings.push(...page)
    const position = skipped + page.length
    if (position < onDay.length) return { bookings, next: `${day}_${position}` }
    skipped = 0
  }
  return { bookings, next: null }
}

interface Filter {
  column: TakingsColumn
  /** The values of the column. Undefined: all. */
  keys: ReadonlySet<string> | undefined
}

/** The values of the column that belong to a row of the report: of a movie or screen, its shows. */
async function findKeys({ reader }: Context, { by, key }: Pick<BookingsQuery, 'by' | 'key'>) {
  if (key === undefined) return undefined
  if (by !== 'movie' && by !== 'screen') return new Set([key === NO_KEY ? '' : key])
  const { rows } = await selectShowsOf(reader, by, key)
  return new Set(rows.map(({ id }) => id))
}

const isWanted = (row: LedgerTakings & { day: string }, { column, keys }: Filter) =>
  keys === undefined || keys.has(row[column] ?? '')

/** The days that may have such bookings, the latest first. Days without totals follow those that have them. */
async function findDays(ctx: Context, range: DateRange, { column, keys }: Filter) {
  if (range.to < range.from) return []
  const open = await findDaysWithoutTotals(ctx, range)
  const filter = { column, keys: keys && [...keys] }
  const [first] = open
  const stored = { ...range, to: first ? addDays(first.day, -1) : range.to }
  const { rows } = await selectDaysOfTakings(ctx.reader, stored, filter)
  return [...open.map(({ day }) => day).toReversed(), ...rows.map(({ day }) => day)]
}

/** One row for each booking, the latest first. */
async function viewBookings(ctx: Context, takings: readonly LedgerTakings[]) {
  const latest = takings.toSorted((one, other) => other.at - one.at)
  const byBooking = [...Map.groupBy(latest, ({ booking_id }) => booking_id)]
  const shows = await loadShowNames(
    ctx,
    takings.map(({ showtime_id }) => showtime_id),
  )
  const { rows } = await selectReferences(
    ctx.reader,
    byBooking.map(([id]) => id),
  )
  const references = new Map(rows.map(({ id, reference }) => [id, reference]))
  return byBooking.flatMap(([id, own]) => {
    const [last] = own
    const show = last && shows.get(last.showtime_id)
    return show ? bookingView(own, { show, at: last.at, reference: references.get(id) ?? '' }) : []
  })
}

function bookingView(
  takings: readonly LedgerTakings[],
  { show, at, reference }: { show: ShowName; at: number; reference: string },
): TakingsBooking {
  const { gross, refunds, tickets, refunded_tickets } = takings.reduce(addTakings)
  return {
    reference,
    at: formatInstant(at),
    movie: show.movie,
    screen: show.screen,
    startTime: formatInstant(show.starts_at),
    ...figuresOf({ gross, refunds, tickets, refunded_tickets }),
  }
}
