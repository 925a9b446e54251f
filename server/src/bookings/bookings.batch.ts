import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import { type ClaimRequest, holderLockName, withoutOverlaps } from '../inventory/claim-requests.ts'
import { explainRefusals } from '../inventory/explain-refusals.ts'
import { incrementRevisions, sellPlaces } from '../inventory/sales.ts'
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

type QueuedOrder = BookingOrder & ClaimRequest
export type PlacedOrder = BookingDraft['answer'] | { earlierBookingId: string }

/** Writes one order together with the orders that arrive at the same time. */
export const placeOrder = (ctx: Context, order: BookingOrder) =>
  ctx.batcher.submit(ctx, bookingOperation, {
    ...order,
    action: 'buy',
    showtimeId: order.request.showtimeId,
    placeIds: placeIdsOf(order.request),
    seatIds: order.request.seatIds,
  })

export const idempotencyLockName = (userId: string, key: string) => `${userId} ${key}`

const bookingOperation: BatchOperation<Context, QueuedOrder, PlacedOrder> = {
  durable: true,
  /** A few hundred places. All orders of a batch are answered together: a larger batch increases latency. */
  maxBatch: 64,
  partitionOf: ({ showtimeId }) => showtimeId,
  orderKeysOf: ({ holder, userId }) => [holder, userId],
  /** The key comes first: an order that waits for its key does not lock its holder. */
  lockNamesOf: ({ userId, key, ...order }) => [
    ...(key === undefined ? [] : [idempotencyLockName(userId, key)]),
    holderLockName(order),
  ],
  write: async ({ config }, { tx, requests, lockedRequests, withCommit }) => {
    const [locked, dataByOrder] = await awaitAll([lockedRequests, loadOrderData(tx, requests)])
    const { outcomes, drafts } = decideOrders(locked, dataByOrder, config.timeZone)
    const written = withoutOverlaps([...drafts.keys()])
    for (const order of written) outcomes.set(order, (drafts.get(order) as BookingDraft).answer)
    const showtimeIds = await writeBookings(tx, written, drafts)
    withCommit(incrementRevisions(tx, showtimeIds))
    return outcomes
  },
  explain: explainOrders,
}

/** An order whose key already has a booking gets no refusal, although its places are sold: the retry returns that booking. */
async function explainOrders(ctx: Context, orders: QueuedOrder[]) {
  const dataByOrder = await loadOrderData(ctx.reader, orders)
  const { outcomes, drafts } = decideOrders(orders, dataByOrder, ctx.config.timeZone)
  const refusals = await explainRefusals(ctx, [...drafts.keys()])
  for (const [order, outcome] of outcomes)
    if (outcome instanceof Error) refusals.set(order, outcome)
  return refusals
}

/** Loads the data of each order. An order whose movie and showtime do not belong together has none. */
async function loadOrderData(tx: Db, orders: QueuedOrder[]) {
  const [{ rows: found }, { rows: offered }] = await awaitAll([
    bookings.selectOrderContexts(tx, orders),
    bookings.selectOfferedPlaces(tx, orders),
  ])
  const places = Map.groupBy(offered, ({ n }) => n)
  const dataByOrder = new Map<QueuedOrder, OrderData>()
  for (const row of found) {
    dataByOrder.set(orders[row.n] as QueuedOrder, { ...row, places: places.get(row.n) ?? [] })
  }
  return dataByOrder
}

/** The outcomes that need no writing, and the drafts of the others. */
function decideOrders(
  orders: QueuedOrder[],
  dataByOrder: Map<QueuedOrder, OrderData>,
  timeZone: string,
) {
  const outcomes: Outcomes<QueuedOrder, PlacedOrder> = new Map()
  const drafts = new Map<QueuedOrder, BookingDraft>()
  for (const order of orders) {
    try {
      const decision = decideOrder(order, dataByOrder.get(order), timeZone)
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
  tx: Db,
  orders: QueuedOrder[],
  drafts: Map<QueuedOrder, BookingDraft>,
): Promise<string[]> {
  if (orders.length === 0) return []
  const written = orders.map((order) => ({ order, ...(drafts.get(order) as BookingDraft) }))
  const sales = written.flatMap(({ order: { showtimeId, holder, placeIds }, row }) =>
    placeIds.map((placeId) => ({ showtimeId, holder, placeId, bookingId: row.id })),
  )
  const rows = written.map(({ row }) => row)
  const inserted = bookings.insertBookings(tx, rows)
  const rest = awaitAll([
    bookings.insertPlaces(
      tx,
      written.flatMap(({ places }) => places),
    ),
    sellPlaces(tx, sales),
  ])
  await Promise.allSettled([inserted, rest])
  // If a key already has a booking, its row was not inserted, and inserting its places fails by foreign key.
  if ((await inserted).rows.length < rows.length) throw WRITE_CONFLICT
  const [, showtimeIds] = await rest
  return showtimeIds
}
