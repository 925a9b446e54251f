import { sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { Db, ShiftRow } from '../database/schema.ts'

export type ShiftDetailsRow = Omit<ShiftRow, 'sales' | 'payouts'> & {
  /** Rupees, also while the shift is open. */
  sales: number
  payouts: number
  device_name: string | null
  opened_by_name: string | null
  signed_off_by_name: string | null
}

/** Cash of the ledger in a shift: rupees taken, and rupees paid out. */
const cashOfShift = (kind: 'payment' | 'payout') => sql`
  coalesce((select sum(amount) from payments
             where payments.shift_id = shifts.id and method = 'cash' and kind = ${sql.lit(kind)}), 0)`

/** With the sums of the ledger while it is open, then with those of the sign-off. */
const select = sql`
  select shifts.id, shifts.device_id, shifts.person_id, opened_at, opening_float, signed_off_at, signed_off_by, counted, note,
         coalesce(shifts.sales, ${cashOfShift('payment')}) as sales,
         coalesce(shifts.payouts, ${cashOfShift('payout')}) as payouts,
         devices.name as device_name, opener.name as opened_by_name, signer.name as signed_off_by_name
    from shifts
    left join devices on devices.id = shifts.device_id
    left join people as opener on opener.id = shifts.person_id
    left join people as signer on signer.id = shifts.signed_off_by`

/** The last opened first. */
export const selectShifts = (db: Db, limit: number) =>
  sql<ShiftDetailsRow>`${select} order by opened_at desc, shifts.id limit ${limit}`.execute(db)

export const selectShiftsOfDevice = (db: Db, deviceId: string, limit: number) =>
  sql<ShiftDetailsRow>`
    ${select} where shifts.device_id = ${deviceId} order by opened_at desc, shifts.id limit ${limit}`.execute(
    db,
  )

export const selectShift = (db: Db, id: string) =>
  sql<ShiftDetailsRow>`${select} where shifts.id = ${id}`.execute(db)

const personNow = (deviceId: string) => sql`(select person_id from devices where id = ${deviceId})`

/** A unique index refuses a second open shift of a device. */
export const insertShift = (db: Db, id: string, deviceId: string, openingFloat: number) =>
  sql`
    insert into shifts (id, device_id, person_id, opened_at, opening_float)
    values (${id}, ${deviceId}, ${personNow(deviceId)}, ${clock}, ${openingFloat})`.execute(db)

/** Locks the open shift of a device. Waits for the transactions that sell in it. */
export const lockOpenShift = (db: Db, deviceId: string) =>
  sql<{ id: string }>`
    select id from shifts where device_id = ${deviceId} and signed_off_at is null ${lockRows(db, 'shifts')}`.execute(
    db,
  )

interface SignOff {
  id: string
  deviceId: string
  counted: number
  note: string | null
}

export const signOffShift = (db: Db, { id, deviceId, counted, note }: SignOff) =>
  sql`
    update shifts
       set signed_off_at = ${clock}, signed_off_by = ${personNow(deviceId)}, counted = ${counted}, note = ${note},
           sales = ${cashOfShift('payment')}, payouts = ${cashOfShift('payout')}
     where id = ${id} and signed_off_at is null`.execute(db)
