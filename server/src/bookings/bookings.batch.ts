import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { answersTo } from '../database/transaction.ts'
import { type ClaimRequest, holderLockName, withoutOverlaps } from '../inventory/claim-requests.ts'
import { explainRefusals } from '../inventory/explain-refusals.ts'
import { incrementRevisions, sellPlaces } from '../inventory/sales.ts'
import type { Outcomes } from '../platform/batch-queue.ts'
import { type BatchOperation, WRITE_CONFLICT } from '../platform/write-batcher.ts'

import * as bookings from './bookings.sql.ts'
import { type BookingOrder, type Draft, decideOrder, type Offer, placeIdsOf } from './order.ts'

type QueuedOrder = BookingOrder & ClaimRequest
export type PlacedOrder = Draft['answer'] | { earlierBookingId: string }

/** Writes one order together with the orders that arrive at the same time. */
export const placeOrder = (ctx: Context, order: BookingOrder) =>
  ctx.batcher.submit(ctx, bookingOperation, {
    ...order,
    verb: 'buy',
    showtimeId: order.request.showtimeId,
    placeIds: placeIdsOf(order.request),
    seatIds: order.request.seatIds,
  })

export const idempotencyLockName = (userId: string, key: string) => `${userId} ${key}`

const bookingOperation: BatchOperation<Context, QueuedOrder, PlacedOrder> = {
  durable: true,
  /** Some hundred places. In a larger batch, every buyer would wait long for the last. */
  maxBatch: 64,
  partitionOf: ({ showtimeId }) => showtimeId,
  orderKeysOf: ({ holder, userId }) => [holder, userId],
  /** The key comes first: an order that waits for its key does not lock its holder. */
  lockNamesOf: ({ userId, key, ...order }) => [
    ...(key === undefined ? [] : [idempotencyLockName(userId, key)]),
    holderLockName(order),
  ],
  write: async ({ config }, { tx, requests, lockedRequests, withCommit }) => {
    const [locked, offers] = await answersTo([lockedRequests, loadOffers(tx, requests)])
    const { outcomes, drafts } = decideAll(locked, offers, config.timeZone)
    const written = withoutOverlaps([...drafts.keys()])
    for (const order of written) outcomes.set(order, (drafts.get(order) as Draft).answer)
    const showtimeIds = await writeBookings(tx, written, drafts)
    withCommit(incrementRevisions(tx, showtimeIds))
    return outcomes
  },
  explain: explainOrders,
}

/** An order whose key has made a booking is not refused: its places are sold to itself. It is tried again. */
async function explainOrders(ctx: Context, orders: QueuedOrder[]) {
  const offers = await loadOffers(ctx.reader, orders)
  const { outcomes, drafts } = decideAll(orders, offers, ctx.config.timeZone)
  const refusals = await explainRefusals(ctx, [...drafts.keys()])
  for (const [order, outcome] of outcomes)
    if (outcome instanceof Error) refusals.set(order, outcome)
  return refusals
}

/** Loads what is decided about each order. An order whose movie and showtime do not belong together has no offer. */
async function loadOffers(tx: Db, orders: QueuedOrder[]) {
  const [{ rows: found }, { rows: offered }] = await answersTo([
    bookings.selectOrderContexts(tx, orders),
    bookings.selectOfferedPlaces(tx, orders),
  ])
  const places = Map.groupBy(offered, ({ n }) => n)
  const offers = new Map<QueuedOrder, Offer>()
  for (const row of found) {
    offers.set(orders[row.n] as QueuedOrder, { ...row, places: places.get(row.n) ?? [] })
  }
  return offers
}

/** The outcomes that need no writing, and the drafts of the others. */
function decideAll(orders: QueuedOrder[], offers: Map<QueuedOrder, Offer>, timeZone: string) {
  const outcomes: Outcomes<QueuedOrder, PlacedOrder> = new Map()
  const drafts = new Map<QueuedOrder, Draft>()
  for (const order of orders) {
    try {
      const decision = decideOrder(order, offers.get(order), timeZone)
      if ('earlierBookingId' in decision) outcomes.set(order, decision)
      else drafts.set(order, decision)
    } catch (error) {
      outcomes.set(order, error as Error)
    }
  }
  return { outcomes, drafts }
}

/** Writes all drafts or throws. Returns the showtimes. Throws WRITE_CONFLICT when another transaction was quicker. */
async function writeBookings(
  tx: Db,
  orders: QueuedOrder[],
  drafts: Map<QueuedOrder, Draft>,
): Promise<string[]> {
  if (orders.length === 0) return []
  const written = orders.map((order) => ({ order, ...(drafts.get(order) as Draft) }))
  const sales = written.flatMap(({ order: { showtimeId, holder, placeIds }, row }) =>
    placeIds.map((placeId) => ({ showtimeId, holder, placeId, bookingId: row.id })),
  )
  const rows = written.map(({ row }) => row)
  const inserted = bookings.insertBookings(tx, rows)
  const rest = answersTo([
    bookings.insertPlaces(
      tx,
      written.flatMap(({ places }) => places),
    ),
    sellPlaces(tx, sales),
  ])
  await Promise.allSettled([inserted, rest])
  // The places of a booking that its key has made before refer to no row of this transaction, so they fail.
  if ((await inserted).rows.length < rows.length) throw WRITE_CONFLICT
  const [, showtimeIds] = await rest
  return showtimeIds
}
