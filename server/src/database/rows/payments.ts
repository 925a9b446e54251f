import { sql } from 'kysely'

/** Rupees by which a row of `payments` changes what was paid. A payout changes nothing: its refund has done so. */
export const signedAmount = sql<number>`case kind when 'payment' then amount when 'refund' then -amount else 0 end`

/** Rupees that were paid for a row of `bookings` and not refunded. */
export const paidTotal = sql<number>`(
  select coalesce(sum(${signedAmount}), 0) from payments
   where payments.booking_id = bookings.id)`

/** Rupees that were refunded for a row of `bookings`. */
export const refundTotal = sql<number>`(
  select coalesce(sum(amount), 0) from payments
   where payments.booking_id = bookings.id and kind = 'refund')`

/** The payment status of a row of `bookings` that is a sale, by the ledger. */
export const paymentStatus = sql<string>`case
  when ${refundTotal} = 0 then 'Paid' when ${paidTotal} > 0 then 'Partly refunded' else 'Refunded' end`
