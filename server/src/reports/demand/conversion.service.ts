import type { RequestedRange } from '@marquee/contract/office/reports/date-range'
import type { Context } from '#src/context.ts'
import type { SelectionCounts } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { currentDay, listDays, resolveRange } from '../business-days.ts'
import { percentOf } from '../parts.ts'
import { dayLabel } from '../report-names.ts'
import { addSelectionCounts, selectSelectionCounts } from './conversion.sql.ts'

/** From selections to bookings, and why the others ended. Throws INVALID. */
export async function getConversion(ctx: Context, query: RequestedRange) {
  const range = await resolveRange(ctx, query)
  const { rows } = await selectSelectionCounts(ctx.reader, range)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return {
    ...range,
    rows: listDays(range).map((day) => ({
      key: day,
      label: dayLabel(day),
      ...conversionOf(byDay.get(day) ?? NOTHING),
    })),
    totals: conversionOf(rows.reduce(add, NOTHING)),
  }
}

const NOTHING: SelectionCounts = {
  selections: 0,
  checkouts: 0,
  bookings: 0,
  released: 0,
  expired: 0,
  abandoned: 0,
  payment_released: 0,
  payment_expired: 0,
  payment_abandoned: 0,
  ended_by_cinema: 0,
}
const NAMES = Object.keys(NOTHING) as (keyof SelectionCounts)[]

const add = (one: SelectionCounts, other: SelectionCounts): SelectionCounts => {
  const sum = { ...NOTHING }
  for (const name of NAMES) sum[name] = one[name] + other[name]
  return sum
}

function conversionOf(counts: SelectionCounts) {
  const { selections, checkouts, bookings, released, expired, abandoned } = counts
  const inPayment = {
    paymentReleased: counts.payment_released,
    paymentExpired: counts.payment_expired,
    paymentAbandoned: counts.payment_abandoned,
  }
  const { paymentReleased, paymentExpired, paymentAbandoned } = inPayment
  const lost = released + expired + abandoned + paymentReleased + paymentExpired + paymentAbandoned
  const ended = bookings + lost
  return {
    selections,
    checkouts,
    bookings,
    released,
    expired,
    abandoned,
    ...inPayment,
    endedByCinema: counts.ended_by_cinema,
    rate: ended > 0 ? percentOf(bookings, ended) : null,
  }
}

/** Adds the counts of this node to the business day that goes on. */
export async function storeSelectionCounts(ctx: Context) {
  const counts = ctx.selectionCounts.take()
  if (Object.keys(counts).length === 0) return
  const day = await currentDay(ctx)
  await inTransaction(ctx.db, { durable: false }, (tx) => addSelectionCounts(tx, day, counts))
}
