import { sql } from 'kysely'
import { clock, greatest, idRows, inputRows } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import { personAtDevice } from '../database/rows/staff.ts'
import type { Db, VoucherRow } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'

export const findVoucher = (db: Db, code: string) =>
  sql<VoucherRow>`select * from vouchers where code = ${code}`.execute(db)

/** Locks vouchers in the order of their ids, after showtimes and users. */
export const lockByCode = (db: Db, codes: readonly string[]) =>
  sql<VoucherRow>`
    select * from vouchers where code in (select id from ${idRows(db, codes)})
     order by id ${lockRows(db, 'vouchers')}`.execute(db)

const lockById = (db: Db, ids: readonly string[]) =>
  sql`
    select id from vouchers where id in (select id from ${idRows(db, ids)})
     order by id ${lockRows(db, 'vouchers')}`.execute(db)

interface BalanceChange {
  voucher: string
  /** Rupees. Negative: the voucher pays. Positive: a refund goes back to it. */
  change: number
}

/** Each voucher once. A refund makes a voucher valid for `lifetimeMs` at least. A constraint refuses balances that are negative or above the amount. */
export function changeBalances(db: Db, changes: readonly BalanceChange[], lifetimeMs: number) {
  const vouchers = changes.map(({ voucher }) => voucher)
  const change = sql`
    update vouchers
       set balance = balance + wanted.change,
           valid_until = case when wanted.change < 0 then valid_until
             else ${greatest(db, sql`valid_until`, sql`${clock} + ${sql.lit(lifetimeMs)}`)} end
      from ${inputRows(
        db,
        { voucher: 'text', change: 'bigint' },
        changes.map((change) => ({ ...change })),
      )}
     where vouchers.id = wanted.voucher`
  return awaitAll([() => lockById(db, vouchers), () => change.execute(db)])
}

type NewVoucherRow = Pick<
  VoucherRow,
  'id' | 'code' | 'amount' | 'valid_until' | 'device_id' | 'reason' | 'booking_id'
>

/** With a booking, the row of the ledger that the voucher is must exist. */
export const insertVouchers = (db: Db, vouchers: readonly NewVoucherRow[]) =>
  sql`
    insert into vouchers
      (id, code, amount, balance, valid_until, created_at, device_id, person_id, reason, booking_id, payment_number)
    select wanted.id, code, amount, amount, valid_until, ${clock}, device_id, ${personAtDevice}, reason, booking_id,
           (select max(number) from payments where payments.booking_id = wanted.booking_id and payments.voucher_id = wanted.id)
      from ${inputRows(
        db,
        {
          id: 'text',
          code: 'text',
          amount: 'bigint',
          valid_until: 'bigint',
          device_id: 'text',
          reason: 'text',
          booking_id: 'text',
        },
        vouchers.map((voucher) => ({ ...voucher })),
      )}`.execute(db)

export type VoucherDetailsRow = VoucherRow & { reference: string | null }

const select = sql`
  select vouchers.*, reference from vouchers left join bookings on bookings.id = booking_id`

/** The last ones. */
export const selectVouchers = (db: Db, limit: number) =>
  sql<VoucherDetailsRow>`
    ${select} order by vouchers.created_at desc, vouchers.id limit ${limit}`.execute(db)

/** What all vouchers are worth that can be used now. Rupees. */
export const selectUsableTotals = (db: Db) =>
  sql<{ count: number; balance: number }>`
    select count(*) as count, coalesce(sum(balance), 0) as balance
      from vouchers where balance > 0 and valid_until > ${clock}`.execute(db)

export const selectVoucher = (db: Db, code: string) =>
  sql<VoucherDetailsRow>`${select} where code = ${code}`.execute(db)

export const selectVouchersOfBooking = (db: Db, bookingId: string) =>
  sql<VoucherDetailsRow>`
    ${select} where booking_id = ${bookingId} order by vouchers.created_at, vouchers.id`.execute(db)
