import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import type { BusinessDayRow, Db } from '../database/schema.ts'

type ClosedDayRow = Pick<BusinessDayRow, 'day' | 'closed_at' | 'device_id' | 'cash' | 'note'>

export const selectBusinessDay = (db: Db, day: string) =>
  sql<ClosedDayRow>`
    select day, closed_at, device_id, cash, note from business_days where day = ${day}`.execute(db)

export const selectNow = (db: Db) => sql<{ now: number }>`select ${clock} as now`.execute(db)

export interface ExpectedCashRow {
  device_id: string
  /** Rupees in the drawer at the beginning of the first shift of the period. */
  float: number
  /** Rupees that were taken in cash. */
  sales: number
  /** Rupees that were paid out in cash. */
  payouts: number
  /** Rupees that the shifts of the period have left in the drawer. Null if one is open, and if not all of this cash is in them. */
  signed_off: number | null
}

/** Epoch milliseconds: from (inclusive) and to (exclusive). */
export interface Period {
  from: number
  to: number
}

/** The cash of each device in a period. Between two shifts, cash may be put into the drawer or taken out of it: only what a shift adds counts. */
export const selectExpectedCash = (db: Db, { from, to }: Period) =>
  sql<ExpectedCashRow>`
    select device_id, sum(opening_float) as float, sum(sales) as sales, sum(payouts) as payouts,
           case when sum(shift) > 0 and sum(shift) = sum(closed) and sum(sales) = sum(shift_sales) and sum(payouts) = sum(shift_payouts)
                then sum(opening_float) + sum(added) end as signed_off
      from (select device_id, 0 as opening_float, case kind when 'payment' then amount else 0 end as sales,
                   case kind when 'payout' then amount else 0 end as payouts,
                   0 as shift, 0 as closed, 0 as shift_sales, 0 as shift_payouts, 0 as added
              from payments
             where at >= ${from} and at < ${to} and method = 'cash' and device_id is not null
            union all
            select device_id,
                   case when opened_at = (select min(first.opened_at) from shifts as first
                                           where first.device_id = shifts.device_id and first.opened_at >= ${from})
                        then opening_float else 0 end, 0, 0,
                   1, case when signed_off_at is null then 0 else 1 end, sales, payouts, counted - opening_float
              from shifts
             where opened_at >= ${from} and opened_at < ${to}) as cash
     group by device_id
    having sum(opening_float) > 0 or sum(sales) > 0 or sum(payouts) > 0
     order by device_id`.execute(db)

/** Closes a day. Returns no row if it is closed already. A day that has ended keeps its end. */
export const closeBusinessDay = (db: Db, { day, endsAt, deviceId, cash, note }: NewClose) =>
  sql<{ day: string }>`
    insert into business_days (day, ends_at, closed_at, device_id, person_id, cash, note)
    values (${day}, ${endsAt}, ${clock}, ${deviceId}, (select person_id from devices where id = ${deviceId}), ${cash}, ${note})
        on conflict (day) do update
       set ends_at = coalesce(business_days.ends_at, excluded.ends_at), closed_at = excluded.closed_at, device_id = excluded.device_id,
           person_id = excluded.person_id, cash = excluded.cash, note = excluded.note
     where business_days.closed_at is null
    returning day`.execute(db)

interface NewClose {
  day: string
  /** Epoch milliseconds. */
  endsAt: number
  deviceId: string
  /** A JSON array. */
  cash: string
  note: string | null
}

/** Those of the devices that are paired or were. */
export const selectDevices = (db: Db, ids: readonly string[]) =>
  sql<{ id: string }>`
    select devices.id from ${idRows(db, ids)} join devices on devices.id = wanted.id`.execute(db)
