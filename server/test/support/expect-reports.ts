import { TakingsBy } from '@marquee/contract/office/reports/takings'
import { addDays } from '@marquee/contract/time'
import { expect } from 'vitest'
import { businessDayAt, periodOfBusinessDay } from '#src/catalogue/schedule/calendar.ts'
import { getOccupancy } from '#src/reports/attendance/occupancy.service.ts'
import { getSeatSales } from '#src/reports/attendance/seat-sales.service.ts'
import { getVisits } from '#src/reports/attendance/visits.service.ts'
import { currentDay } from '#src/reports/business-days.ts'
import { getDayClose } from '#src/reports/day-close.service.ts'
import { getSalesCurve } from '#src/reports/demand/sales-curve.service.ts'
import { getTakings } from '#src/reports/takings/takings.service.ts'
import type { TestContext } from './test-context.ts'

/** Which column of the ledger has the key of a row. The other divisions are not in it. */
const LEDGER_COLUMNS = { device: 'device_id', person: 'person_id', payment: 'method' } as const

/** Compares each division of the takings with the ledger, which is read without the statements of the product. */
export async function expectReportsAgree({ ctx }: Pick<TestContext, 'ctx'>) {
  const ledger = await readLedger(ctx)
  const [first] = ledger
  if (!first) return
  const range = {
    from: businessDayAt(first.at, ctx.config).date,
    to: addDays(await currentDay(ctx), 1),
  }
  for (const by of TakingsBy.options) {
    const { rows, totals } = await getTakings(ctx, { ...range, by })
    expect({ by, ...pick(totals) }).toEqual({ by, ...sumsOf(ledger) })
    expect({ by, ...pick(sumRows(rows)) }).toEqual({ by, ...sumsOf(ledger) })
    const keyOf = keysOf(by)
    if (!keyOf) continue
    const wanted = [...Map.groupBy(ledger, keyOf)].map(([key, own]) => [key, sumsOf(own)])
    const shown = rows
      .map((row) => [row.key, pick(row)] as const)
      .filter(([, { gross, refunds }]) => gross !== 0 || refunds !== 0)
    expect({ by, ...Object.fromEntries(shown) }).toEqual({ by, ...Object.fromEntries(wanted) })
  }
}

/** Shows start at most so many days before and after a step. */
const [DAYS_BEFORE, DAYS_AFTER] = [50, 41]

/** Compares occupancy, visits, sales and seats of the shows of some weeks with the seats of their bookings and with the admissions. */
export async function expectAttendanceAgrees(
  { ctx }: Pick<TestContext, 'ctx'>,
  { screenId }: { screenId: string },
) {
  const today = await currentDay(ctx)
  const range = { from: addDays(today, -DAYS_BEFORE), to: addDays(today, DAYS_AFTER) }
  const { from } = periodOfBusinessDay(range.from, ctx.config)
  const { to } = periodOfBusinessDay(range.to, ctx.config)
  const shows = await ctx.db
    .selectFrom('showtimes')
    .select(['id', 'layout_id'])
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .where('cancelled_at', 'is', null)
    .execute()
  const seats = await ctx.db
    .selectFrom('booking_places')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('places', 'places.id', 'place_id')
    .where('kind', '=', 'seat')
    .where('channel', '!=', 'house')
    .select('showtime_id')
    .execute()
  const admissions = await ctx.db
    .selectFrom('admissions')
    .select(['showtime_id', 'count'])
    .execute()
  const sold = shows.map(({ id }) => seats.filter((seat) => seat.showtime_id === id).length)
  const admitted = shows.flatMap(({ id }) =>
    admissions.flatMap((scan) => (scan.showtime_id === id ? Number(scan.count) : [])),
  )
  const tickets = total(sold)

  const occupancy = await getOccupancy(ctx, { ...range, by: 'show' })
  expect(Object.fromEntries(occupancy.rows.map((row) => [row.key, row.sold]))).toEqual(
    Object.fromEntries(shows.map(({ id }, index) => [id, sold[index]])),
  )
  const visits = await getVisits(ctx, { ...range, by: 'day' })
  expect(visits.totals).toMatchObject({ tickets, admitted: total(admitted) })
  expect(total(visits.arrivals.map(({ people }) => people))).toBe(total(admitted))
  const sales = await getSalesCurve(ctx, range)
  expect(sales.totals).toEqual({ shows: shows.length, tickets })
  expect(total(sales.rows.map((row) => row.tickets))).toBe(tickets)
  const ofScreen = sold.filter((_, index) => shows[index]?.layout_id === screenId)
  const seatSales = await getSeatSales(ctx, { ...range, screen: screenId })
  expect(seatSales.totals.sold).toBe(total(ofScreen))
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

function keysOf(by: TakingsBy): ((row: LedgerRow) => string) | undefined {
  if (by === 'day') return ({ day }) => day
  if (by !== 'device' && by !== 'person' && by !== 'payment') return undefined
  return (row) => row[LEDGER_COLUMNS[by]] ?? 'none'
}

/** Payments and refunds by their time, with their business days: a day that was closed early is followed by the next one. */
async function readLedger({ db, config }: TestContext['ctx']) {
  const rows = await db.selectFrom('payments').selectAll().orderBy('at').execute()
  const days = await db.selectFrom('business_days').select(['day', 'ends_at']).execute()
  const ends = new Map(days.map(({ day, ends_at }) => [day, ends_at]))
  return rows
    .filter(({ kind, method }) => kind !== 'payout' && method !== 'complimentary')
    .map((row) => {
      const { date } = businessDayAt(row.at, config)
      const end = ends.get(date) ?? Number.POSITIVE_INFINITY
      return { ...row, day: row.at < end ? date : addDays(date, 1) }
    })
}

interface Sums {
  gross: number
  refunds: number
}

const pick = ({ gross, refunds }: Sums): Sums => ({ gross, refunds })

const sumRows = (rows: readonly Sums[]) =>
  rows.reduce(
    (sum, { gross, refunds }) => ({ gross: sum.gross + gross, refunds: sum.refunds + refunds }),
    { gross: 0, refunds: 0 },
  )

const sumsOf = (rows: readonly LedgerRow[]) =>
  sumRows(
    rows.map(({ kind, amount }) => ({
      gross: kind === 'payment' ? Number(amount) : 0,
      refunds: kind === 'refund' ? Number(amount) : 0,
    })),
  )

/** Remembers the figures of each closed day when it is first seen, and expects the same ones ever after. */
export function createClosedDays({ ctx }: Pick<TestContext, 'ctx'>) {
  const known = new Map<string, unknown>()
  const read = async (day: string) => ({
    close: await getDayClose(ctx, day),
    takings: await getTakings(ctx, { from: day, to: day, by: 'device' }),
  })
  return async () => {
    const closed = await ctx.db
      .selectFrom('business_days')
      .select('day')
      .where('closed_at', 'is not', null)
      .execute()
    for (const { day } of closed) {
      const figures = await read(day)
      expect(figures).toEqual(known.get(day) ?? figures)
      known.set(day, figures)
      for (const { counted } of figures.close.devices) expect(counted).not.toBeNull()
    }
  }
}
