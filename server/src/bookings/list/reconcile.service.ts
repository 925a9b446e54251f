import type { Db } from '#src/database/schema.ts'
import { selectTotals, selectWrongBookings } from './reconcile.sql.ts'

/** At most this many bookings are listed for each rule. */
const MAX_LISTED = 20

const NOTHING = { bookings: 0, payments: 0, refunds: 0, freeTickets: 0 }

/** Compares the ledger with the bookings and with the places that are sold. Reads all bookings: not for a server at work. */
export async function reconcile(db: Db) {
  const [totals] = (await selectTotals(db)).rows
  const { payments, refunds, ...counts } = totals ?? NOTHING
  return {
    ...counts,
    payments,
    refunds,
    kept: payments - refunds,
    problems: await selectWrongBookings(db, MAX_LISTED),
  }
}
