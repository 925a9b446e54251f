import { pairAmounts } from '#src/bookings/change/planners/change-takings.ts'
import type { Context } from '#src/context.ts'
import type { DailyTakingsRow, Db } from '#src/database/schema.ts'
import { readSnapshot } from '#src/database/transaction.ts'
import { type Period, type SaleRow, selectChanges, selectSales } from './ledger-takings.sql.ts'

/** What one booking adds to the takings at one moment, in one category and by one method. */
export interface LedgerTakings extends Omit<DailyTakingsRow, 'day'> {
  booking_id: string
  at: number
}

/** The takings of a period, by the ledger: each row of it is divided over the categories of its places, so that the sums are equal. */
export async function readLedgerTakings({ reader }: Pick<Context, 'reader'>, period: Period) {
  const [{ rows: sales }, { rows: changes }] = await readSnapshot(reader, (snapshot: Db) =>
    Promise.all([selectSales(snapshot, period), selectChanges(snapshot, period)]),
  )
  const bySale = Map.groupBy(sales, ({ booking_id }) => booking_id)
  return [...[...bySale.values()].flatMap(takingsOfSale), ...changes].map(withoutFreeTickets)
}

/** A voucher may pay a part of a booking. The tickets count with the other method, if there is one. */
export function takingsOfSale(rows: readonly SaleRow[]): LedgerTakings[] {
  const [booking] = rows
  if (!booking) return []
  const { total_cost, voucher_amount } = booking
  const parts = rows.map((row) => ({ row, amount: row.prices }))
  const sources = [
    { method: booking.method, amount: total_cost - voucher_amount },
    { method: 'voucher' as const, amount: voucher_amount },
  ]
  const counted = new Set<SaleRow>()
  return [...pairAmounts(parts, sources)].map(([{ row }, { method }, gross]) => {
    const tickets = counted.has(row) ? 0 : row.tickets
    counted.add(row)
    const { prices: _, total_cost: _total, voucher_amount: _voucher, ...columns } = row
    return { ...columns, method, gross, refunds: 0, tickets, refunded_tickets: 0 }
  })
}

/** They are in the ledger at their price, but nothing is paid for them. */
const withoutFreeTickets = (row: LedgerTakings): LedgerTakings =>
  row.method === 'complimentary' ? { ...row, gross: 0, refunds: 0 } : row
