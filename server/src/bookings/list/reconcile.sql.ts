import { type RawBuilder, sql } from 'kysely'
import { paidTotal, paymentStatus, signedAmount } from '#src/database/rows/payments.ts'
import type { Db } from '#src/database/schema.ts'

/** Rupees. */
interface LedgerTotals {
  bookings: number
  payments: number
  refunds: number
  /** The prices of complimentary tickets, also of those that were cancelled. They are in the ledger, but were not paid. */
  freeTickets: number
}

const isPaid = sql`payment_method <> 'complimentary'`

export const selectTotals = (db: Db) =>
  sql<LedgerTotals>`
    select count(distinct booking_id) as bookings,
           coalesce(sum(case when ${isPaid} and kind = 'payment' then amount end), 0) as payments,
           coalesce(sum(case when ${isPaid} and kind = 'refund' then amount end), 0) as refunds,
           coalesce(sum(case when not (${isPaid}) and kind = 'payment' then amount end), 0) as "freeTickets"
      from payments join bookings on bookings.id = booking_id`.execute(db)

type WrongBookings = RawBuilder<{ reference: string }>

/** Bookings whose payments are not the prices of their places and what changes have not given back. Reads each table once. */
const wrongPayments: WrongBookings = sql`
  select reference
    from (select booking_id, ${signedAmount} as amount from payments
          union all
          select booking_id, -price from booking_places
          union all
          select booking_id, refund - price from cancelled_places
          union all
          select id, -exchange_fees from bookings) as entries
    join bookings on bookings.id = booking_id
   where channel <> 'house'
   group by bookings.id, reference having sum(entries.amount) <> 0`

/** Bookings that have a place that is not sold to them. */
const lostPlaces: WrongBookings = sql`
  select distinct reference
    from booking_places
    join bookings on bookings.id = booking_places.booking_id
    left join claims on claims.showtime_id = bookings.showtime_id and claims.place_id = booking_places.place_id
          and claims.booking_id = bookings.id
   where claims.place_id is null`

/** Bookings to which a place is sold that they do not have. */
const surplusPlaces: WrongBookings = sql`
  select distinct reference
    from claims
    join bookings on bookings.id = claims.booking_id
    left join booking_places on booking_places.booking_id = bookings.id and booking_places.place_id = claims.place_id
   where booking_places.place_id is null`

/** Bookings that were not paid, and house seats that were. */
const wrongChannel: WrongBookings = sql`
  select reference from bookings
   where (channel = 'house') = exists (select 1 from payments where payments.booking_id = bookings.id)`

const negativeTotal: WrongBookings = sql`
  select reference from bookings
   where ${paidTotal} < 0`

const wrongStatus: WrongBookings = sql`
  select reference from bookings
   where channel <> 'house' and payment_status <> ${paymentStatus}`

/** Each refund has a reason, and its change is in the audit. A change may give back parts in several ways, at one moment. */
const unexplainedRefunds: WrongBookings = sql`
  select reference
    from (select booking_id, count(*) as parts, count(distinct at) as refunds, count(reason) as reasons from payments
           where kind = 'refund' group by booking_id) as refunded
    join bookings on bookings.id = booking_id
   where reasons < parts
      or refunds > (select count(*) from audit where subject_id = bookings.id and action in ('booking.cancel', 'booking.change-seats', 'booking.change-parking', 'booking.reseat'))`

/** Payouts are of refunds that the counter owed, and of their amount. */
const wrongPayouts: WrongBookings = sql`
  select distinct reference
    from payments as payouts
    join bookings on bookings.id = payouts.booking_id
    left join payments as refunds on refunds.booking_id = payouts.booking_id and refunds.number = payouts.refund_number
   where payouts.kind = 'payout'
     and (refunds.kind is null or refunds.kind <> 'refund' or refunds.method not in ('cash', 'card')
          or refunds.amount <> payouts.amount)`

/** Vouchers whose balance is not their amount, less what they have paid, plus what was refunded to them, or that are not the refund they name. */
const wrongVouchers: WrongBookings = sql`
  select 'voucher ' || vouchers.id as reference
    from vouchers
    left join payments as issue on issue.booking_id = vouchers.booking_id and issue.number = vouchers.payment_number
   where balance <> vouchers.amount - coalesce(
           (select sum(${signedAmount}) from payments
             where voucher_id = vouchers.id and (vouchers.booking_id is null or payments.booking_id <> vouchers.booking_id)), 0)
      or (vouchers.booking_id is not null
          and (issue.amount is null or issue.amount <> vouchers.amount or issue.voucher_id <> vouchers.id))`

/** Business days whose stored takings are not what the ledger says. Named by the day. */
const wrongDailyTakings: WrongBookings = sql`
  with days as (
    select day, coalesce(lag(ends_at) over (order by day), 0) as begins_at, ends_at
      from business_days where totals_at is not null)
  select day as reference
    from (select day, gross, refunds from daily_takings
          union all
          select day, case kind when 'payment' then -amount else 0 end, case kind when 'refund' then -amount else 0 end
            from days
            join payments on at >= begins_at and at < ends_at
           where method <> 'complimentary') as entries
   group by day having sum(gross) <> 0 or sum(refunds) <> 0`

const RULES = {
  'payments are the prices of the places': wrongPayments,
  'places are sold to their bookings': lostPlaces,
  'sold places are in their bookings': surplusPlaces,
  'sales are paid, and house seats are not': wrongChannel,
  'refunds are at most the payments': negativeTotal,
  'the payment status tells what was refunded': wrongStatus,
  'refunds have a reason and an entry of the audit': unexplainedRefunds,
  'payouts are of refunds that the counter owed': wrongPayouts,
  'vouchers are worth what the ledger says': wrongVouchers,
  'the takings of a day are those of the ledger': wrongDailyTakings,
}

/** The bookings and days that break a rule, with the rule. */
export async function selectWrongBookings(db: Db, limit: number) {
  const found = []
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await sql<{ reference: string }>`${query} limit ${limit}`.execute(db)
    found.push(...rows.map(({ reference }) => ({ rule, reference })))
  }
  return found
}
