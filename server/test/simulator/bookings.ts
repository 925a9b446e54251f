import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type { ChangeCommand } from '../../src/bookings/change/change-command.ts'
import {
  type BookingToChange,
  refundOfChange,
  sumOf,
} from '../../src/bookings/change/planners/booking-change.ts'
import type { DecidedChange } from '../../src/bookings/change/write-changes.ts'
import type { OrderCommand } from '../../src/bookings/order/order.ts'
import type { NewBooking } from '../../src/bookings/order/write-bookings.ts'
import type { Db, PlaceType } from '../../src/database/schema.ts'
import {
  insertRow,
  type MemoryDatabase,
  type Root,
  readRow,
  readRows,
  rowsOf,
  writeRow,
} from './memory-database.ts'
import { type ScreenRow, txOf } from './memory-store.ts'

interface BookedPlace {
  placeId: string
  kind: PlaceType
  price: number
}

/** A booking in the database in memory, with its ledger. Amounts are rupees. */
export interface StoredBooking {
  id: string
  showtimeId: string
  channel: 'web' | 'counter' | 'house'
  /** The account of a visitor. */
  userId: string | null
  /** The visitor who has bought it. */
  holder: string
  key: string | null
  requestHash: string
  places: readonly BookedPlace[]
  paid: number
  refunded: number
  /** Of the price, what is not given back. */
  fees: number
  refundCap: number | null
  admitted: number
  /** Places were exchanged at one show: the limits per account and address did not apply. */
  isUnlimited: boolean
  /** Grows with each change. */
  changes: number
}

export interface WaitingEntry {
  id: string
  showtimeId: string
  userId: string
  mailbox: string
  size: number
  isTogether: boolean
  state: 'waiting' | 'offered' | 'ended'
  /** Who holds the offered seats. */
  holder: string
  openedAt: number | null
}

export const bookingOf = (root: Root, id: string) => rowsOf<StoredBooking>(root, 'bookings').get(id)
export const bookingsAt = (root: Root, showtimeId: string) =>
  [...rowsOf<StoredBooking>(root, 'bookings').values()].filter(
    (one) => one.showtimeId === showtimeId,
  )

export type Tables = ReturnType<typeof createTables>

/** Reads and writes the rows of bookings and of the waiting list in transactions. */
export function createTables({ root, send }: MemoryDatabase) {
  const find =
    <Row extends object>(part: string) =>
    (tx: Db, key: string) =>
      send(txOf(tx), () => readRow<Row>(root(), txOf(tx), [part, key]) ?? undefined)
  const put =
    <Row extends { id: string }>(part: string) =>
    (tx: Db, row: Row) =>
      send(txOf(tx), () => writeRow(txOf(tx), [part, row.id], row))
  const ownerOf = ({ userId, staff }: Pick<OrderCommand, 'userId' | 'staff'>) =>
    userId ?? staff?.deviceId ?? ''

  return {
    findBooking: find<StoredBooking>('bookings'),
    putBooking: put<StoredBooking>('bookings'),
    findEntry: find<WaitingEntry>('entries'),
    putEntry: put<WaitingEntry>('entries'),
    findShow: find<ShowRow>('showtimes'),
    findScreen: find<ScreenRow>('screens'),
    putShow: put<ShowRow>('showtimes'),
    putScreen: put<ScreenRow>('screens'),
    bookingsAt: (tx: Db, showtimeId: string) =>
      send(txOf(tx), () =>
        [...readRows<StoredBooking>(root(), txOf(tx), 'bookings').values()].filter(
          (one) => one.showtimeId === showtimeId,
        ),
      ),
    /** What is known of orders besides the state, as `selectOrderFacts` reads it. */
    loadOrderData: (tx: Db, orders: readonly OrderCommand[]) =>
      send(txOf(tx), () =>
        orders.map((order, order_index) => {
          const known = readRow<{ bookingId: string }>(root(), txOf(tx), [
            'keys',
            keyOf(order, ownerOf(order)),
          ])
          const booking =
            known && readRow<StoredBooking>(root(), txOf(tx), ['bookings', known.bookingId])
          return {
            order_index,
            email: order.userId === null ? null : 'visitor@example.com',
            existing_booking_id: (order.key !== undefined && booking?.id) || null,
            request_hash: (order.key !== undefined && booking?.requestHash) || null,
            recent_bookings: 0,
            mailsSent: 0,
            voucher: undefined,
            housePlaces: [],
          }
        }),
      ),
    /** What is known of changes besides the state. */
    loadChangeData: (tx: Db, changes: readonly ChangeCommand[]) =>
      send(txOf(tx), () =>
        changes.map(({ bookingId }, request_index) => {
          const booking = readRow<StoredBooking>(root(), txOf(tx), ['bookings', bookingId])
          return {
            request_index,
            request_hash: null,
            recent_changes: 0,
            booking: booking ? bookingToChange(booking) : undefined,
            owner: { email_confirmed_at: 1 },
            mailsSent: { change: 0, cancellation: 0 },
          }
        }),
      ),
    writeChanges: (tx: Db, changes: readonly DecidedChange[]) =>
      send(txOf(tx), () => {
        for (const change of changes) {
          const key: [string, string] = ['bookings', change.booking.id]
          const booking = readRow<StoredBooking>(root(), txOf(tx), key)
          if (booking) writeRow(txOf(tx), key, changedBooking(booking, change))
        }
      }),
    /** A unique index refuses the key of another booking, whatever a decision says. */
    insertBookings: (tx: Db, written: readonly NewBooking[]) =>
      send(txOf(tx), () => {
        for (const { order, draft } of written) {
          const stored = storedBooking(order, draft)
          insertRow(root(), txOf(tx), ['bookings', stored.id], stored)
          if (order.key !== undefined)
            insertRow(root(), txOf(tx), ['keys', keyOf(order, ownerOf(order))], {
              bookingId: stored.id,
            })
        }
      }),
  }
}

const keyOf = ({ key }: { key?: string | undefined }, owner: string) => `${owner} ${key ?? ''}`

function storedBooking(
  order: NewBooking['order'],
  { row, places }: NewBooking['draft'],
): StoredBooking {
  const isHouse = order.staff?.type === 'houseSeats'
  const seatIds = new Set(order.request.seatIds)
  const bought = places.map(
    ({ place_id: placeId, price }): BookedPlace => ({
      placeId,
      kind: seatIds.has(placeId) ? 'seat' : kindOfSlot(placeId),
      price,
    }),
  )
  return {
    id: row.id,
    showtimeId: order.request.showtimeId,
    channel: order.staff ? (isHouse ? 'house' : 'counter') : 'web',
    userId: order.userId,
    holder: order.requester.holder,
    key: order.key ?? null,
    requestHash: order.requestHash,
    places: bought,
    paid: isHouse ? 0 : row.total_cost,
    refunded: 0,
    fees: 0,
    refundCap: null,
    admitted: 0,
    isUnlimited: false,
    changes: 1,
  }
}

/** The id of a place begins with its kind. */
const kindOfSlot = (placeId: string) => (placeId.startsWith('two') ? 'twoWheeler' : 'fourWheeler')

/** A booking as the planners of changes read it. */
export const bookingToChange = (booking: StoredBooking): BookingToChange => ({
  id: booking.id,
  reference: booking.id,
  channel: booking.channel === 'web' ? 'web' : 'counter',
  payment_method: 'online',
  showtime_id: booking.showtimeId,
  user_id: booking.userId,
  email: null,
  issue: 0,
  admitted: booking.admitted,
  full_refund_until: null,
  refund_cap: booking.refundCap,
  paid: [{ method: 'online', voucher_id: null, amount: booking.paid - booking.refunded }],
  places: booking.places.map(({ placeId, kind, price }) => ({
    place_id: placeId,
    kind,
    label: placeId,
    category: null,
    access: null,
    x: null,
    price,
    vehicle_number: null,
    has_arrived: 0,
    is_used: 0,
  })),
})

/** A booking after a change. */
export function changedBooking(booking: StoredBooking, change: DecidedChange): StoredBooking {
  const { showtimeId, givenBack, taken, payments, audit } = change
  const given = new Set(givenBack.map(({ place_id }) => place_id))
  const isSeats = audit.action === 'booking.change-seats'
  const bought = taken.map(
    ({ place_id: placeId, price }): BookedPlace => ({
      placeId,
      kind: isSeats ? 'seat' : kindOfSlot(placeId),
      price,
    }),
  )
  const paid = sumOf(payments.map(({ kind, amount }) => (kind === 'payment' ? amount : 0)))
  return {
    ...booking,
    showtimeId,
    places: [...booking.places.filter(({ placeId }) => !given.has(placeId)), ...bought],
    paid: booking.paid + paid,
    refunded: booking.refunded + refundOfChange(change),
    fees: booking.fees + change.fee,
    refundCap: change.refundCap ?? booking.refundCap,
    isUnlimited: booking.isUnlimited || (isSeats && showtimeId === booking.showtimeId),
    changes: booking.changes + 1,
  }
}
