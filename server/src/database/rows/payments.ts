import { sql } from 'kysely'

/** Rupees that were paid for a row of `bookings` and not refunded. */
export const paidTotal = sql<number>`(
  select coalesce(sum(case kind when 'refund' then -amount else amount end), 0) from payments
   where payments.booking_id = bookings.id)`

/** Rupees that were refunded for a row of `bookings`. */
export const refundTotal = sql<number>`(
  select coalesce(sum(amount), 0) from payments
   where payments.booking_id = bookings.id and kind = 'refund')`

/** The payment status of a row of `bookings` that is a sale, by the ledger. */
export const paymentStatus = sql<string>`case
  when ${refundTotal} = 0 then 'Paid' when ${paidTotal} > 0 then 'Partly refunded' else 'Refunded' end`
