import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type { ChangeCommand } from '../../src/bookings/change/change-command.ts'
import type {
  BookingToChange,
  PaidPart,
} from '../../src/bookings/change/planners/booking-change.ts'
import { ledgerRowsOf, newVoucherAmount } from '../../src/bookings/change/planners/ledger-rows.ts'
import type { DecidedChange } from '../../src/bookings/change/write-changes.ts'
import type { OrderCommand } from '../../src/bookings/order/order.ts'
import type { NewBooking } from '../../src/bookings/order/write-bookings.ts'
import type {
  BookingOrigin,
  BookingRow,
  Db,
  PaymentRow,
  PlaceType,
} from '../../src/database/schema.ts'
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
import { createVoucherTables, lockOfVoucher } from './vouchers.ts'

interface BookedPlace {
  placeId: string
  kind: PlaceType
  price: number
}

/** A row of the ledger of a booking. Its number is its place in the list, from 1. */
export type StoredPayment = PaidPart & Pick<PaymentRow, 'kind' | 'refund_number'>

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
  ledger: readonly StoredPayment[]
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
export function createTables(database: MemoryDatabase, now: () => number) {
  const { root, send } = database
  const vouchers = createVoucherTables(database, now)
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
    ...vouchers,
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
    /** What is known of orders besides the state, as `selectOrderFacts` reads it. Locks their vouchers. */
    loadOrderData: (tx: Db, orders: readonly OrderCommand[]) =>
      send(
        txOf(tx),
        () =>
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
              voucher: vouchers.readVoucher(tx, codeOf(order) ?? ''),
              housePlaces: [],
            }
          }),
        {
          locks: orders
            .flatMap((order) => codeOf(order) ?? [])
            .sort()
            .map(lockOfVoucher),
        },
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
    statementsOfChanges: (changes: readonly DecidedChange[]) => [
      (tx: Db) =>
        send(txOf(tx), () => {
          for (const change of changes) {
            const key: [string, string] = ['bookings', change.booking.id]
            const booking = readRow<StoredBooking>(root(), txOf(tx), key)
            if (booking) writeRow(txOf(tx), key, changedBooking(booking, change))
          }
        }),
      (tx: Db) => vouchers.refundToVouchers(tx, changes, { newVoucherAmount }),
    ],
    /** A unique index refuses the key of another booking, whatever a decision says. */
    statementsOfBookings: (written: readonly NewBooking[]) => {
      const insert = (tx: Db) => {
        for (const { order, draft } of written) {
          const stored = storedBooking(order, draft)
          insertRow(root(), txOf(tx), ['bookings', stored.id], stored)
          if (order.key !== undefined)
            insertRow(root(), txOf(tx), ['keys', keyOf(order, ownerOf(order))], {
              bookingId: stored.id,
            })
        }
      }
      const payments = written.flatMap(({ draft: { row } }) =>
        row.voucher_id === null ? [] : [{ voucher: row.voucher_id, change: -row.voucher_amount }],
      )
      return [
        (tx: Db) => send(txOf(tx), () => insert(tx)),
        (tx: Db) => vouchers.changeBalances(tx, payments),
      ]
    },
  }
}

const codeOf = ({ request: { voucher } }: OrderCommand) => voucher?.code

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
    ledger: firstPayments(row),
    fees: 0,
    refundCap: null,
    admitted: 0,
    isUnlimited: false,
    changes: 1,
  }
}

/** What a voucher has paid, and the rest. */
function firstPayments(row: BookingRow & BookingOrigin): StoredPayment[] {
  const { payment_method: method, voucher_id, voucher_amount } = row
  if (method === 'none') return []
  const parts = [
    { method: 'voucher' as const, voucher_id, amount: voucher_amount },
    { method, voucher_id: null, amount: row.total_cost - voucher_amount },
  ]
  return parts.flatMap((part) =>
    part.amount > 0 ? { kind: 'payment' as const, refund_number: null, ...part } : [],
  )
}

/** What was paid in each way and not given back, in the order of the payments. */
function paidPartsOf({ ledger }: StoredBooking): PaidPart[] {
  const byWay = Map.groupBy(
    ledger.filter(({ kind }) => kind !== 'payout'),
    ({ method, voucher_id }) => `${method} ${voucher_id}`,
  )
  return [...byWay.values()].flatMap((rows) => {
    const amount = rows.reduce(
      (sum, row) => sum + (row.kind === 'payment' ? row.amount : -row.amount),
      0,
    )
    const [first] = rows
    return first && amount > 0
      ? [{ method: first.method, voucher_id: first.voucher_id, amount }]
      : []
  })
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
  paid: paidPartsOf(booking),
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
    was_parked: 0,
  })),
})

/** A booking after a change. */
export function changedBooking(booking: StoredBooking, change: DecidedChange): StoredBooking {
  const { showtimeId, givenBack, taken, audit } = change
  const given = new Set(givenBack.map(({ place_id }) => place_id))
  const isSeats = audit.action === 'booking.change-seats'
  const bought = taken.map(
    ({ place_id: placeId, price }): BookedPlace => ({
      placeId,
      kind: isSeats ? 'seat' : kindOfSlot(placeId),
      price,
    }),
  )
  const rows = ledgerRowsOf(change).map((row) => ({ ...row, refund_number: null }))
  return {
    ...booking,
    showtimeId,
    places: [...booking.places.filter(({ placeId }) => !given.has(placeId)), ...bought],
    ledger: [...booking.ledger, ...rows],
    fees: booking.fees + change.fee,
    refundCap: change.refundCap ?? booking.refundCap,
    isUnlimited: booking.isUnlimited || (isSeats && showtimeId === booking.showtimeId),
    changes: booking.changes + 1,
  }
}
