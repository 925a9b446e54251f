import type { Booking } from '@marquee/contract/bookings'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import { loadAllowances } from '../inventory/allowance.ts'
import {
  type ClaimRequest,
  limitKeys,
  limitLockNames,
  withoutOverlaps,
} from '../inventory/claim-requests.ts'
import { createClaimRequest } from '../inventory/create-claim-request.ts'
import { explainRefusals } from '../inventory/explain-refusals.ts'
import { findLimitRefusal } from '../inventory/refusals.ts'
import { incrementRevisions, sellPlaces } from '../inventory/sales.ts'
import { limitConfirmations, queueConfirmations } from '../mail/outbox.service.ts'
import type { Outcomes } from '../platform/batch-queue.ts'
import { type BatchOperation, WRITE_CONFLICT } from '../platform/write-batcher.ts'
import * as bookings from './bookings.sql.ts'
import {
  type BookingDraft,
  type BookingOrder,
  decideOrder,
  type OrderData,
  placeIdsOf,
} from './order.ts'
import { type StaffBookingRecord, writeStaffRecords } from './staff-records.ts'

type QueuedOrder = ClaimRequest & BookingOrder
type PlacedOrder = { booking: Booking } | { earlierBookingId: string }

/** Writes one order together with the orders that arrive at the same time. */
export async function placeOrder(ctx: Context, order: BookingOrder) {
  const { showtimeId, seatIds, proof } = order.request
  const places = { showtimeId, seatIds, placeIds: placeIdsOf(order.request), proof }
  const action = order.staff ? 'sell' : 'buy'
  const claim = await createClaimRequest(ctx, action, { ...order, ...places })
  return ctx.batcher.submit(ctx, bookingOperation, { ...claim, ...order })
}

/** `owner`: the user or the device. */
export const idempotencyLockName = (owner: string, key: string) => `${owner} ${key}`

const ownerOf = ({ userId, holder }: BookingOrder) => userId ?? holder

const bookingOperation: BatchOperation<Context, QueuedOrder, PlacedOrder> = {
  durable: true,
  /** A few hundred places. All orders of a batch are answered together: a larger batch increases latency. */
  maxBatch: 64,
  partitionOf: ({ showtimeId }) => showtimeId,
  orderKeysOf: (order) => [order.holder, ownerOf(order)],
  exclusiveKeysOf: limitKeys,
  /** The key comes first: an order that waits for its key does not lock its holder. */
  lockNamesOf: (order) => [
    ...(order.key === undefined ? [] : [idempotencyLockName(ownerOf(order), order.key)]),
    ...limitLockNames(order),
  ],
  write: async (ctx, { tx, requests, lockedRequests, withCommit }) => {
    const [locked, dataByOrder, { admit }] = await awaitAll([
      lockedRequests,
      loadOrderData(tx, requests),
      loadAllowances(ctx, tx, requests),
    ])
    const { outcomes, drafts } = decideOrders(locked, dataByOrder, ctx.config)
    const admitOrder = (order: QueuedOrder) =>
      order.staff !== undefined ||
      (findLimitRefusal(dataByOrder.get(order)?.places ?? []) === undefined && admit(order))
    const written = withoutOverlaps([...drafts.keys()].filter(admitOrder))
    for (const order of written) outcomes.set(order, (drafts.get(order) as BookingDraft).result)
    const showtimeIds = await writeBookings(ctx, tx, { orders: written, drafts })
    const confirmations = await limitConfirmations(ctx, tx, confirmationsOf(written, drafts))
    withCommit(incrementRevisions(tx, showtimeIds))
    withCommit(queueConfirmations(tx, confirmations))
    withCommit(writeStaffRecords(tx, staffBookings(written, drafts)))
    return outcomes
  },
  explain: explainOrders,
}

/** An email that was told at the counter counts as proven. */
const confirmationsOf = (orders: QueuedOrder[], drafts: Map<QueuedOrder, BookingDraft>) =>
  orders.flatMap((order) => {
    const { booking, email: to } = (drafts.get(order) as BookingDraft).result
    const isConfirmed = order.staff !== undefined || order.isConfirmed === true
    return to === null ? [] : { bookingId: booking._id, userId: order.userId, to, isConfirmed }
  })

const staffBookings = (orders: QueuedOrder[], drafts: Map<QueuedOrder, BookingDraft>) =>
  orders.flatMap((order): StaffBookingRecord[] => {
    const { row } = drafts.get(order) as BookingDraft
    return order.staff ? [{ terms: order.staff, row, placeIds: order.placeIds }] : []
  })

/** An order whose key already has a booking gets no refusal, although its places are sold: the retry returns that booking. */
async function explainOrders(ctx: Context, orders: QueuedOrder[]) {
  const dataByOrder = await loadOrderData(ctx.reader, orders)
  const { outcomes, drafts } = decideOrders(orders, dataByOrder, ctx.config)
  const refusals = await explainRefusals(ctx, [...drafts.keys()])
  for (const order of await findBookedOrders(ctx, [...refusals.keys()])) refusals.delete(order)
  for (const [order, outcome] of outcomes)
    if (outcome instanceof Error) refusals.set(order, outcome)
  return refusals
}

/** The refused orders whose key has a booking now: another node may have made it, and sold the places, while the refusals were found. */
async function findBookedOrders(ctx: Context, refused: QueuedOrder[]) {
  const withKey = refused.filter(({ key }) => key !== undefined)
  if (withKey.length === 0) return []
  const dataByOrder = await loadOrderData(ctx.reader, withKey)
  return withKey.filter((order) => dataByOrder.get(order)?.existing_booking_id != null)
}

/** Loads the data of each order. An order whose movie and showtime do not belong together has none. */
async function loadOrderData(tx: Db, orders: QueuedOrder[]) {
  const [{ rows: found }, { rows: offered }, earlier] = await awaitAll([
    bookings.selectOrderRows(tx, orders),
    bookings.selectOfferedPlaces(tx, orders),
    loadStaffBookings(tx, orders),
  ])
  const places = Map.groupBy(offered, ({ order_index }) => order_index)
  const dataByOrder = new Map<QueuedOrder, OrderData>()
  for (const row of found) {
    const order = orders[row.order_index] as QueuedOrder
    const placesOfOrder = places.get(row.order_index) ?? []
    dataByOrder.set(order, { ...row, ...earlier.get(row.order_index), places: placesOfOrder })
  }
  return dataByOrder
}

/** The bookings that the idempotency keys of staff orders already have, by the index of the order. */
async function loadStaffBookings(tx: Db, orders: QueuedOrder[]) {
  const keys = orders.flatMap(({ staff, key }, order_index) =>
    staff && key !== undefined ? [{ order_index, device: staff.deviceId, key }] : [],
  )
  const { rows } = keys.length > 0 ? await bookings.selectStaffBookings(tx, keys) : { rows: [] }
  return new Map(rows.map(({ order_index, ...booking }) => [order_index, booking]))
}

/** The outcomes that need no writing, and the drafts of the others. */
function decideOrders(
  orders: QueuedOrder[],
  dataByOrder: Map<QueuedOrder, OrderData>,
  config: Context['config'],
) {
  const outcomes: Outcomes<QueuedOrder, PlacedOrder> = new Map()
  const drafts = new Map<QueuedOrder, BookingDraft>()
  for (const order of orders) {
    try {
      const decision = decideOrder(order, dataByOrder.get(order), config)
      if ('earlierBookingId' in decision) outcomes.set(order, decision)
      else drafts.set(order, decision)
    } catch (error) {
      outcomes.set(order, error as Error)
    }
  }
  return { outcomes, drafts }
}

/** Writes all drafts or throws. Returns the showtimes. Throws WRITE_CONFLICT when another transaction was first. */
async function writeBookings(
  { config }: Context,
  tx: Db,
  { orders, drafts }: { orders: QueuedOrder[]; drafts: Map<QueuedOrder, BookingDraft> },
): Promise<string[]> {
  if (orders.length === 0) return []
  const written = orders.map((order) => ({ order, ...(drafts.get(order) as BookingDraft) }))
  const sales = written.flatMap(
    ({ order: { showtimeId, holder, userId, placeIds, member, staff, ...order }, row }) =>
      placeIds.map((placeId) => ({
        ...{ showtimeId, holder, userId, placeId, mailbox: order.mailbox },
        limitedAddress: order.limitedAddress,
        confirmedAddress: order.confirmedAddress,
        ...{ bookingId: row.id, friend: member?.id ?? null, isByStaff: staff !== undefined },
      })),
  )
  const rows = written.map(({ row }) => row)
  const inserted = bookings.insertBookings(tx, rows)
  const rest = awaitAll([
    bookings.insertPlaces(
      tx,
      written.flatMap(({ places }) => places),
    ),
    sellPlaces(tx, sales, config),
  ])
  await Promise.allSettled([inserted, rest])
  // If a key already has a booking, its row was not inserted. The rollback removes its places.
  if ((await inserted).rows.length < rows.length) throw WRITE_CONFLICT
  const [, showtimeIds] = await rest
  return showtimeIds
}
