import type { DateRange, RequestedRange } from '@marquee/contract/office/reports/date-range'
import {
  NO_KEY,
  type TakingsBy,
  type TakingsTotals,
} from '@marquee/contract/office/reports/takings'
import { addDays } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { findDaysWithoutTotals, listDays, resolveRange } from '../business-days.ts'
import { daysAtOnce } from '../parts.ts'
import { dayLabel, keyOfShow, loadShowNames, loadStaffNames } from '../report-names.ts'
import { addTakings } from './daily-takings.service.ts'
import {
  sumDailyTakings,
  sumDailyTakingsOfShows,
  type TakingsColumn,
  type TakingsSums,
} from './daily-takings.sql.ts'
import { readLedgerTakings } from './ledger-takings.ts'
import { COLUMN_OF } from './takings-keys.ts'

interface TakingsQuery extends RequestedRange {
  by: TakingsBy
}

/** What the cinema has taken, divided by movie, category and so on. Throws INVALID. */
export async function getTakings(ctx: Context, { by, ...query }: TakingsQuery) {
  const range = await resolveRange(ctx, query)
  const sums = await sumByColumn(ctx, range, by)
  const rows = await nameRows(ctx, sums, { by, range })
  const totals = sums.reduce((total, row) => addTakings(total, row), NOTHING)
  return { ...range, rows, totals: figuresOf(totals) }
}

const NOTHING = { gross: 0, refunds: 0, tickets: 0, refunded_tickets: 0 }

/** The sums of each value of a column: of days with totals the stored ones, of the other days those of the ledger. */
async function sumByColumn(ctx: Context, range: DateRange, by: TakingsBy) {
  const column = COLUMN_OF[by]
  const sums = new Map<string, TakingsSums>()
  const add = (row: TakingsSums) => {
    const sum = sums.get(row.key)
    sums.set(row.key, sum ? addTakings(sum, row) : row)
  }
  // Days are stored in their order. One that is stored meanwhile is read from the ledger alone.
  const days = await findDaysWithoutTotals(ctx, range)
  const [first] = days
  const stored = { ...range, to: first ? addDays(first.day, -1) : range.to }
  for await (const { rows } of sumInParts(ctx, stored, column)) rows.forEach(add)
  for (const day of days)
    for (const row of await readLedgerTakings(ctx, day))
      add({ ...row, key: { ...row, day: day.day }[column] ?? '' })
  return [...sums.values()]
}

/** SQLite sums a long range in parts: by shows in the order of their ids, else in the order of the days. */
async function* sumInParts(ctx: Context, { from, to }: DateRange, column: TakingsColumn) {
  const { reader } = ctx
  const days = daysAtOnce(ctx)
  if (column === 'showtime_id' && addDays(from, days) <= to) {
    for (const part of PARTS_OF_IDS) yield sumDailyTakingsOfShows(reader, { from, to }, part)
    return
  }
  for (let first = from; first <= to; first = addDays(first, days)) {
    const last = addDays(first, days - 1)
    yield sumDailyTakings(reader, { from: first, to: last < to ? last : to }, column)
  }
}

/** Ids begin with a hexadecimal digit. */
const PARTS_OF_IDS = ['0', '2', '4', '6', '8', 'a', 'c', 'e'].map((first, index, all) => ({
  first,
  end: all[index + 1] ?? 'g',
}))

interface Division {
  by: TakingsBy
  range: DateRange
}

async function nameRows(ctx: Context, sums: TakingsSums[], { by, range }: Division) {
  if (by === 'day') return dayRows(sums, range)
  if (by === 'movie' || by === 'screen' || by === 'show') return showRows(ctx, sums, by)
  const names = await labelsOf(ctx, by, sums)
  return byNet(sums.map((row) => viewOf(row, names.get(row.key) ?? row.key)))
}

/** Also the days without takings. */
function dayRows(sums: readonly TakingsSums[], range: DateRange) {
  const byDay = new Map(sums.map((row) => [row.key, row]))
  return listDays(range).map((day) =>
    viewOf(byDay.get(day) ?? { ...NOTHING, key: day }, dayLabel(day)),
  )
}

async function showRows(ctx: Context, sums: TakingsSums[], by: 'movie' | 'screen' | 'show') {
  const shows = await loadShowNames(
    ctx,
    sums.map(({ key }) => key),
  )
  const ofShows = sums.flatMap((sum) => {
    const show = shows.get(sum.key)
    return show
      ? [{ sum, startsAt: show.starts_at, ...keyOfShow(show, by, ctx.config.timeZone) }]
      : []
  })
  if (by === 'show')
    return ofShows
      .sort((one, other) => one.startsAt - other.startsAt)
      .map(({ sum, label }) => viewOf(sum, label))
  const groups = Map.groupBy(ofShows, ({ key }) => key)
  return byNet(
    [...groups].map(([key, group]) => {
      const total = group.reduce((added, { sum }) => addTakings(added, sum), NOTHING)
      return viewOf({ key, ...total }, group[0]?.label ?? key)
    }),
  )
}

const CHANNEL_LABELS = { web: 'On the site', counter: 'At the counter' }

const METHOD_LABELS = {
  online: 'Online',
  cash: 'Cash',
  card: 'Card',
  voucher: 'Voucher',
  complimentary: 'Complimentary',
}

async function labelsOf(ctx: Context, by: TakingsBy, sums: readonly TakingsSums[]) {
  if (by === 'channel') return new Map(Object.entries(CHANNEL_LABELS))
  if (by === 'payment') return new Map(Object.entries(METHOD_LABELS))
  if (by === 'category') return new Map<string, string>()
  const names = await loadStaffNames(
    ctx,
    sums.map(({ key }) => key),
  )
  return names.set('', by === 'device' ? 'On the site' : 'Without a person')
}

const viewOf = (row: TakingsSums, label: string) => ({
  key: row.key === '' ? NO_KEY : row.key,
  label,
  ...figuresOf(row),
})

export function figuresOf({
  gross,
  refunds,
  tickets,
  refunded_tickets: refundedTickets,
}: Omit<TakingsSums, 'key'>): TakingsTotals {
  const net = gross - refunds
  const average = tickets > 0 ? Math.round(net / tickets) : null
  return { gross, refunds, net, tickets, refundedTickets, average }
}

const byNet = <Row extends { net: number; label: string }>(rows: Row[]) =>
  rows.toSorted((one, other) => other.net - one.net || one.label.localeCompare(other.label))
