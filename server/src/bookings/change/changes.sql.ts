import { sql } from 'kysely'
import { clock, greatest, inputRows } from '#src/database/dialect.ts'
import { newId } from '#src/database/rows/new-id.ts'
import { paymentStatus } from '#src/database/rows/payments.ts'
import { openShiftOfDevice, personAtDevice } from '#src/database/rows/staff.ts'
import type { CancelledBy, ChangeTakingsRow, Db, PaymentRow } from '#src/database/schema.ts'

// The rows of changes of bookings, of many at once.

interface CancelledPlace {
  booking_id: string
  showtime_id: string
  place_id: string
  price: number
  refund: number
}

/** Records places as cancelled. */
export const insertCancelled = (db: Db, places: readonly CancelledPlace[]) =>
  sql`
    insert into cancelled_places (id, booking_id, showtime_id, place_id, price, refund, at)
    select id, booking_id, showtime_id, place_id, price, refund, ${clock}
      from ${inputRows(
        db,
        {
          id: 'text',
          booking_id: 'text',
          showtime_id: 'text',
          place_id: 'text',
          price: 'bigint',
          refund: 'bigint',
        },
        places.map((place) => ({ ...place, id: crypto.randomUUID() })),
      )}`.execute(db)

interface SlotVehicle {
  booking_id: string
  place_id: string
  vehicle_number: string
}

export const updateVehicles = (db: Db, vehicles: readonly SlotVehicle[]) =>
  sql`
    update booking_places set vehicle_number = wanted.vehicle
      from ${inputRows(
        db,
        { booking: 'text', place: 'text', vehicle: 'text' },
        vehicles.map(({ booking_id: booking, place_id: place, vehicle_number: vehicle }) => ({
          booking,
          place,
          vehicle,
        })),
      )}
     where booking_id = wanted.booking and place_id = wanted.place`.execute(db)

type NewPayment = Pick<
  PaymentRow,
  'booking_id' | 'kind' | 'amount' | 'method' | 'voucher_id' | 'reason' | 'device_id'
> & {
  /** Counts the new payments of a booking from 1. */
  position: number
}

/** The showtimes of the bookings are locked, so the numbers of their payments follow each other. */
export const insertPayments = (db: Db, payments: readonly NewPayment[]) =>
  sql`
    insert into payments (booking_id, number, kind, amount, method, voucher_id, reason, device_id, person_id, shift_id, at)
    select wanted.booking_id, wanted.position + (select coalesce(max(number), 0) from payments where payments.booking_id = wanted.booking_id),
           kind, amount, method, voucher_id, reason, device_id, ${personAtDevice},
           case when kind = 'payment' then ${openShiftOfDevice(db)} end, ${clock}
      from ${inputRows(
        db,
        {
          booking_id: 'text',
          position: 'bigint',
          kind: 'text',
          amount: 'bigint',
          method: 'text',
          voucher_id: 'text',
          reason: 'text',
          device_id: 'text',
        },
        payments.map((payment) => ({ ...payment })),
      )}`.execute(db)

type NewTakings = Omit<ChangeTakingsRow, 'id' | 'at' | 'person_id'> & {
  /** 1: the change has paid or refunded. */
  has_payment: number
}

const TAKINGS = {
  id: 'text',
  booking_id: 'text',
  showtime_id: 'text',
  category: 'text',
  method: 'text',
  device_id: 'text',
  gross: 'bigint',
  refunds: 'bigint',
  tickets: 'bigint',
  refunded_tickets: 'bigint',
  prices: 'bigint',
  has_payment: 'bigint',
} as const

/** Records what changes add to the takings: at the moment of their payments, so that both count on the same day. Their payments are inserted before. */
export const insertTakings = (db: Db, takings: readonly NewTakings[]) =>
  sql`
    insert into change_takings
      (id, booking_id, at, showtime_id, category, method, device_id, person_id, gross, refunds, tickets, refunded_tickets, prices)
    select id, booking_id,
           case when has_payment = 1 then (select max(at) from payments where payments.booking_id = wanted.booking_id) else ${clock} end,
           showtime_id, category, method, device_id, ${personAtDevice}, gross, refunds, tickets, refunded_tickets, prices
      from ${inputRows(
        db,
        TAKINGS,
        takings.map((row) => ({ ...row, id: newId() })),
      )}`.execute(db)

interface BookingUpdate {
  booking: string
  showtime: string
  cancelled_by: CancelledBy
  /** Null: as before. */
  cap: number | null
  /** Rupees that an exchange of seats does not give back. */
  fee: number
  /** Null: as before. */
  refund_until: number | null
  /** How many issues of passes are void. */
  issues: number
}

/**
 * Sets the payment status by the ledger, and what else has changed. A full refund that was promised until a later time stays; at another
 * showtime it no longer applies.
 */
export const updateBookings = (db: Db, updates: readonly BookingUpdate[]) =>
  sql`
    update bookings
       set payment_status = ${paymentStatus}, showtime_id = wanted.showtime,
           refund_cap = coalesce(wanted.cap, refund_cap), exchange_fees = exchange_fees + wanted.fee,
           issue = issue + wanted.issues, cancelled_by = coalesce(wanted.cancelled_by, bookings.cancelled_by),
           full_refund_until = case
             when showtime_id <> wanted.showtime then null
             when wanted.refund_until is null then full_refund_until
             else ${greatest(db, sql`coalesce(full_refund_until, 0)`, sql`wanted.refund_until`)} end
      from ${inputRows(
        db,
        {
          booking: 'text',
          showtime: 'text',
          cancelled_by: 'text',
          cap: 'bigint',
          fee: 'bigint',
          refund_until: 'bigint',
          issues: 'bigint',
        },
        updates.map((update) => ({ ...update })),
      )}
     where bookings.id = wanted.booking`.execute(db)

interface ChangeKey {
  booking_id: string
  key_hash: string
  request_hash: string
}

/** Records the idempotency keys of requests. */
export const insertKeys = (db: Db, keys: readonly ChangeKey[]) =>
  sql`
    insert into booking_changes (booking_id, key_hash, request_hash, at)
    select booking_id, key_hash, request_hash, ${clock}
      from ${inputRows(
        db,
        { booking_id: 'text', key_hash: 'text', request_hash: 'text' },
        keys.map((key) => ({ ...key })),
      )}`.execute(db)

/** Without the payouts of refunds. */
export const selectPayments = (db: Db, bookingId: string) =>
  sql<{ amount: number; kind: 'payment' | 'refund'; at: number }>`
    select amount, kind, at from payments
     where booking_id = ${bookingId} and kind <> 'payout' order by number`.execute(db)
