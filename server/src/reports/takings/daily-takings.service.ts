import { MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { DailyTakingsRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { findDaysWithoutTotals } from '../business-days.ts'
import * as statements from './daily-takings.sql.ts'
import { type LedgerTakings, readLedgerTakings } from './ledger-takings.ts'

/** A day is stored so long after its end. By then, all transactions of the day are committed: each has a time limit of seconds. */
const SETTLE_MS = 10 * MINUTE_MS

/** One run stores at most so many days. */
const MAX_DAYS = 31

/** Stores the takings of the business days that are over, in their order, each once. Several nodes may call it at once. Returns the days. */
export async function storeDailyTakings(ctx: Context) {
  const stored: string[] = []
  for (const day of await findDaysWithoutTotals(ctx, {}, MAX_DAYS)) {
    if (day.to + SETTLE_MS > ctx.now()) return stored
    await ctx.backgroundQueue(['daily takings'], () => storeDay(ctx, day))
    stored.push(day.day)
  }
  return stored
}

/** The takings of all days that are not stored, with their day, and the first of these days. The event loop has a turn between two days. */
export async function readUnstoredTakings(ctx: Context) {
  const takings: (LedgerTakings & { day: string })[] = []
  const days = await findDaysWithoutTotals(ctx)
  for (const { day, ...period } of days)
    for (const row of await readLedgerTakings(ctx, period)) takings.push({ ...row, day })
  return { firstDay: days[0]?.day, takings }
}

async function storeDay(
  ctx: Context,
  { day, ...period }: { day: string; from: number; to: number },
) {
  const takings = groupForStorage(await readLedgerTakings(ctx, period), day)
  await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await statements.markDayStored(tx, { day, endsAt: period.to })
    if (rows.length > 0 && takings.length > 0) await statements.insertDailyTakings(tx, takings)
  })
}

/** One row for all that have the same show, category, channel, method, device and person. */
function groupForStorage(takings: readonly LedgerTakings[], day: string): DailyTakingsRow[] {
  const totals = new Map<string, DailyTakingsRow>()
  for (const { booking_id: _, at: _at, ...row } of takings) {
    const { showtime_id, category, channel, method, device_id, person_id } = row
    const key = JSON.stringify([showtime_id, category, channel, method, device_id, person_id])
    const total = totals.get(key)
    totals.set(key, total ? addTakings(total, row) : { day, ...row })
  }
  return [...totals.values()]
}

type Amounts = Pick<DailyTakingsRow, 'gross' | 'refunds' | 'tickets' | 'refunded_tickets'>

/** The first row with the amounts of both. */
export const addTakings = <Row extends Amounts>(one: Row, other: Amounts): Row => ({
  ...one,
  gross: one.gross + other.gross,
  refunds: one.refunds + other.refunds,
  tickets: one.tickets + other.tickets,
  refunded_tickets: one.refunded_tickets + other.refunded_tickets,
})
