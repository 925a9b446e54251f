import { PARKING_CATEGORY } from '@marquee/contract/office/reports/takings'
import type { Channel } from '@marquee/contract/office/shows/shows'
import { sql } from 'kysely'
import type { BookingOrigin, ChangeTakingsRow, Db } from '#src/database/schema.ts'

/** Epoch milliseconds: from (inclusive) and to (exclusive). */
export interface Period {
  from: number
  to: number
}

/** What a booking has sold when it was made, at one show and in one category. */
export interface SaleRow extends Pick<BookingOrigin, 'device_id' | 'voucher_amount'> {
  person_id: string | null
  booking_id: string
  at: number
  channel: Channel
  method: ChangeTakingsRow['method']
  total_cost: number
  showtime_id: string
  category: string
  /** Rupees. */
  prices: number
  tickets: number
}

const parking = sql.lit(PARKING_CATEGORY)

/** The places that bookings of a period had when they were made: those that they have now, without what changes have added since. */
export const selectSales = (db: Db, { from, to }: Period) =>
  sql<SaleRow>`
    with sales as (
      select booking_id, at from payments where at >= ${from} and at < ${to} and number = 1)
    select bookings.id as booking_id, sales.at, channel, payment_method as method, total_cost, voucher_amount, device_id, person_id,
           sold.showtime_id, category, sum(sold.prices) as prices, sum(sold.tickets) as tickets
      from (select sales.booking_id, showtime_id, coalesce(category, ${parking}) as category, price as prices,
                   case kind when 'seat' then 1 else 0 end as tickets
              from sales
              join bookings on bookings.id = sales.booking_id
              join booking_places on booking_places.booking_id = sales.booking_id
              join places on places.id = place_id
            union all
            select sales.booking_id, showtime_id, category, -prices, -tickets
              from sales
              join change_takings on change_takings.booking_id = sales.booking_id) as sold
      join sales on sales.booking_id = sold.booking_id
      join bookings on bookings.id = sold.booking_id
     group by bookings.id, sales.at, sold.showtime_id, category
    having sum(sold.prices) <> 0 or sum(sold.tickets) <> 0
     order by bookings.id, category, sold.showtime_id`.execute(db)

type ChangeRow = Omit<ChangeTakingsRow, 'id' | 'prices'> & { channel: Channel }

/** What changes of a period have added to the takings. */
export const selectChanges = (db: Db, { from, to }: Period) =>
  sql<ChangeRow>`
    select booking_id, at, channel, method, change_takings.device_id, change_takings.person_id, change_takings.showtime_id, category, gross,
           refunds, tickets, refunded_tickets
      from change_takings
      join bookings on bookings.id = booking_id
     where at >= ${from} and at < ${to}`.execute(db)
