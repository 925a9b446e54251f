import type { PayoutMethod } from '@marquee/contract/office/counter/refunds'
import { type RawBuilder, sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import { openShiftOfDevice, personAtDevice } from '../database/rows/staff.ts'
import type { Db } from '../database/schema.ts'

/** A refund that the counter owes or has paid out, with its payout. */
export interface RefundRow {
  booking_id: string
  reference: string
  number: number
  amount: number
  method: 'cash' | 'card'
  at: number
  reason: string | null
  name: string | null
  phone: string | null
  email: string | null
  user_id: string | null
  movie: string
  starts_at: number
  showtime_id: string
  paid_at: number | null
  payout_method: PayoutMethod | null
  payout_device: string | null
  payout_device_name: string | null
  payout_person: string | null
  payout_person_name: string | null
}

const select = sql`
  select refunds.booking_id, reference, refunds.number, refunds.amount, refunds.method, refunds.at, refunds.reason,
         coalesce(contact_name, users.username) as name, coalesce(bookings.phone, users.phone) as phone,
         coalesce(contact_email, users.email) as email, bookings.user_id,
         movies.name as movie, starts_at, showtime_id,
         payouts.at as paid_at, payouts.method as payout_method, payouts.device_id as payout_device,
         devices.name as payout_device_name, payouts.person_id as payout_person, people.name as payout_person_name
    from payments as refunds
    join bookings on bookings.id = refunds.booking_id
    join showtimes on showtimes.id = showtime_id
    join movies on movies.id = movie_id
    left join users on users.id = bookings.user_id
    left join payments as payouts on payouts.booking_id = refunds.booking_id and payouts.refund_number = refunds.number
    left join devices on devices.id = payouts.device_id
    left join people on people.id = payouts.person_id`

const isCounterRefund = sql`refunds.kind = 'refund' and refunds.method in ('cash', 'card')`

interface RefundFilter {
  isPaid: boolean
  /** In capital letters. Undefined: of all bookings. */
  reference: string | undefined
  limit: number
}

/** The oldest that are owed, or the last that were paid out. */
export const selectRefunds = (db: Db, { isPaid, reference, limit }: RefundFilter) =>
  sql<RefundRow>`
    ${select}
     where ${isCounterRefund} and payouts.number is ${isPaid ? sql`not null` : sql`null`}
       ${reference === undefined ? sql`` : sql`and reference = ${reference}`}
     order by ${isPaid ? sql`payouts.at desc` : sql`refunds.at`}, refunds.booking_id, refunds.number
     limit ${limit}`.execute(db)

export const selectRefund = (db: Db, bookingId: string, number: number) =>
  sql<RefundRow>`
    ${select} where ${isCounterRefund} and refunds.booking_id = ${bookingId} and refunds.number = ${number}`.execute(
    db,
  )

const isOwed: RawBuilder<unknown> = sql`
  not exists (select 1 from payments as payouts
               where payouts.booking_id = refunds.booking_id and payouts.refund_number = refunds.number)`

export const selectOwedTotals = (db: Db) =>
  sql<{ count: number; cash: number; card: number }>`
    select count(*) as count,
           coalesce(sum(case method when 'cash' then amount end), 0) as cash,
           coalesce(sum(case method when 'card' then amount end), 0) as card
      from payments as refunds where ${isCounterRefund} and ${isOwed}`.execute(db)

interface Payout {
  bookingId: string
  refundNumber: number
  amount: number
  method: PayoutMethod
  voucherId: string | null
  deviceId: string
}

/** The showtime of the booking is locked, so the numbers of its payments follow each other. A unique index refuses a second payout. */
export const insertPayout = (db: Db, payout: Payout) =>
  sql`
    insert into payments
      (booking_id, number, kind, amount, method, voucher_id, refund_number, device_id, person_id, shift_id, at)
    select ${payout.bookingId},
           (select max(number) + 1 from payments where booking_id = ${payout.bookingId}),
           'payout', ${sql`cast(${payout.amount} as bigint)`}, ${payout.method}, ${payout.voucherId},
           ${sql`cast(${payout.refundNumber} as integer)`}, device_id, ${personAtDevice}, ${openShiftOfDevice(db)}, ${clock}
      from (select cast(${payout.deviceId} as text) as device_id) as wanted`.execute(db)
