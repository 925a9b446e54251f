import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { loadAllowances } from '../inventory/allowance.ts'
import {
  type ClaimRequest,
  limitKeys,
  limitLockNames,
  type Visitor,
  type VisitorKeys,
} from '../inventory/claim-requests.ts'
import { createClaimRequest, loadVisitorKeys } from '../inventory/create-claim-request.ts'
import { explainRefusals } from '../inventory/explain-refusals.ts'
import { assertNoGap } from '../inventory/gap-check.ts'
import { incrementRevisions, releasePlaces, sellPlaces } from '../inventory/sales.ts'
import { queueChangeMail } from '../mail/outbox.service.ts'
import { type BatchOperation, WRITE_CONFLICT } from '../platform/write-batcher.ts'
import { insertPlaces } from './bookings.sql.ts'
import type { ChangeableBooking } from './cancellation.ts'
import { addChangeNotice } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import {
  assertDifference,
  differenceOf,
  type Exchange,
  type ExchangePlan,
  planExchange,
} from './exchange.ts'
import {
  assertChangesLeft,
  isKeyRecorded,
  loadBooking,
  lockOwnBooking,
  recordKey,
} from './locked-booking.ts'

const REASON = 'changed by the visitor'
const ACTIONS = { seats: 'booking.change-seats', parking: 'booking.change-parking' } as const

/** A visitor's exchange of places of an own booking. */
export interface ExchangeOrder extends Pick<Visitor, 'address' | 'isConfirmed'> {
  own: changes.OwnBooking
  holder: string
  key?: string | undefined
  exchange: Exchange
  /** Rupees to pay, as the visitor has seen it. */
  difference: number
}

type QueuedExchange = ClaimRequest & ExchangeOrder & { buyer: VisitorKeys }

/** What was changed. `showtimeIds` is empty for a repeated request. */
interface Exchanged {
  bookingId: string
  showtimeIds: string[]
}

/** Submits an exchange. Throws GAP if the new seats leave a gap. The limits per account and address apply to places that the exchange adds to a show. */
export async function exchangePlaces(ctx: Context, order: ExchangeOrder): Promise<Exchanged> {
  const { own, holder, exchange, address = null, isConfirmed = false } = order
  const { showtime_id: bookedShowtimeId } = await loadBooking(ctx.reader, own)
  const isSeats = exchange.type === 'seats'
  const showtimeId = isSeats ? exchange.showtimeId : bookedShowtimeId
  const placeIds = isSeats ? exchange.take : exchange.add.map(({ slotId }) => slotId)
  // As many seats of one show are given back as taken.
  const isSameShow = showtimeId === bookedShowtimeId
  const isLimited = !isSeats || !isSameShow
  const visitor = { userId: own.userId, address, isConfirmed }
  const claim = await createClaimRequest(ctx, 'buy', {
    ...{ showtimeId, holder, placeIds, seatIds: isSeats ? placeIds : [] },
    ...(isLimited && visitor),
  })
  if (isSeats) {
    const freedIds = isSameShow ? exchange.giveBack : []
    await assertNoGap(ctx, { showtimeId, holder, seatIds: placeIds, freedIds })
  }
  // The limit per account counts the booking without what it gives up.
  const leavingIds = isSeats ? [] : exchange.drop
  // New places count as the old ones did, whether the limits apply or not.
  const buyer = isLimited ? claim : await loadVisitorKeys(ctx, visitor)
  return ctx.batcher.submit(ctx, exchangeOperation, { ...order, ...claim, leavingIds, buyer })
}

/** Exchanges places in one transaction: the new ones are sold and the old ones are released, or nothing changes. */
const exchangeOperation: BatchOperation<Context, QueuedExchange, Exchanged> = {
  durable: true,
  maxBatch: 1,
  partitionOf: ({ showtimeId }) => showtimeId,
  orderKeysOf: ({ holder, own }) => [holder, own.userId],
  exclusiveKeysOf: limitKeys,
  lockNamesOf: limitLockNames,
  write: async (ctx, { tx, lockedRequests, withCommit }) => {
    const [order] = await lockedRequests
    if (!order) return new Map()
    const done = await writeExchange(ctx, tx, order)
    withCommit(incrementRevisions(tx, done.showtimeIds.toSorted()))
    return new Map([[order, done]])
  },
  explain: explainExchanges,
}

/** An exchange that another node has made meanwhile gets no refusal, although its new places are sold: the retry finds its key. */
async function explainExchanges(ctx: Context, exchanges: QueuedExchange[]) {
  const refusals = await explainRefusals(ctx, exchanges)
  for (const order of refusals.keys()) {
    const { own, key } = order
    if (key !== undefined && (await isKeyRecorded(ctx.reader, own, key))) refusals.delete(order)
  }
  return refusals
}

async function writeExchange(ctx: Context, tx: Db, order: QueuedExchange): Promise<Exchanged> {
  const { own, exchange, difference, key } = order
  const recipient = await lockOwnBooking(tx, own)
  const booking = await loadBooking(tx, own)
  const { id: bookingId } = booking
  if (await recordKey(tx, bookingId, { key, body: { exchange, difference } }))
    return { bookingId, showtimeIds: [] }
  await assertChangesLeft(tx, bookingId, ctx.config)
  const plan = await loadPlan(tx, booking, { exchange, policy: ctx.config.refundPolicy })
  assertDifference(difference, plan)
  await movePlaces(ctx, tx, { booking, plan, order })
  await recordExchange(tx, booking, { plan, exchange })
  await queueChangeMail(ctx, tx, { bookingId, ...recipient })
  // At another showtime, the booking names it now.
  const changed = await loadBooking(tx, own)
  const type = plan.showtimeId === booking.showtime_id ? exchange.type : 'show'
  await addChangeNotice(ctx, tx, { userId: own.userId, booking: changed, type })
  return { bookingId, showtimeIds: [...new Set([booking.showtime_id, plan.showtimeId])] }
}

interface Terms {
  exchange: Exchange
  policy: Context['config']['refundPolicy']
}

export async function loadPlan(db: Db, booking: ChangeableBooking, { exchange, policy }: Terms) {
  const isSeats = exchange.type === 'seats'
  const { rows: offered } = await changes.selectOfferedPlaces(db, booking, {
    showtimeId: isSeats ? exchange.showtimeId : booking.showtime_id,
    placeIds: isSeats ? exchange.take : exchange.add.map(({ slotId }) => slotId),
  })
  return planExchange(booking, exchange, { offered, policy })
}

interface PlannedExchange {
  booking: ChangeableBooking
  plan: ExchangePlan
  order: QueuedExchange
}

/** Throws WRITE_CONFLICT unless all new places are sold. The rollback then keeps the old ones. */
async function movePlaces(ctx: Context, tx: Db, { booking, plan, order }: PlannedExchange) {
  const { id: bookingId, showtime_id: showtimeId } = booking
  // A place that the booking keeps is sold.
  const keptIds = new Set(booking.places.map(({ place_id }) => place_id))
  for (const { place_id } of plan.given) keptIds.delete(place_id)
  if (plan.taken.some(({ place_id }) => keptIds.has(place_id))) throw WRITE_CONFLICT
  const given = plan.given.map(({ place_id: placeId }) => ({ bookingId, showtimeId, placeId }))
  // Released first: the limit per account then counts the booking once.
  await releasePlaces(tx, given)
  const { admit } = await loadAllowances(ctx, tx, [order])
  if (!admit(order)) throw WRITE_CONFLICT
  await changes.insertCancelled(tx, booking, plan.cancelled)
  await changes.deletePlaces(
    tx,
    bookingId,
    given.map(({ placeId }) => placeId),
  )
  await insertPlaces(
    tx,
    plan.taken.map(({ place_id, price, vehicle_number }) => ({
      ...{ booking_id: bookingId, place_id, price, vehicle_number },
    })),
  )
  await sellPlaces(
    tx,
    plan.taken.map(({ place_id: placeId }) => ({
      ...order.buyer,
      holder: order.holder,
      userId: order.own.userId,
      showtimeId: plan.showtimeId,
      bookingId,
      placeId,
      friend: null,
      isByStaff: false,
    })),
    ctx.config,
  )
}

async function recordExchange(
  tx: Db,
  { id: bookingId, showtime_id: showtimeId }: ChangeableBooking,
  { plan, exchange }: { plan: ExchangePlan; exchange: Exchange },
) {
  for (const payment of plan.payments)
    await changes.insertPayment(tx, { bookingId, reason: REASON, ...payment })
  await changes.updateBooking(tx, bookingId, {
    showtimeId: plan.showtimeId,
    refundCap: plan.refundCap,
    // Of parking, the cancelled places tell it.
    fee: exchange.type === 'seats' ? plan.fee : 0,
  })
  if (plan.showtimeId !== showtimeId) await changes.deleteReminder(tx, bookingId)
  await recordAction(tx, {
    ...{ deviceId: null, action: ACTIONS[exchange.type], reason: REASON },
    ...{ subjectType: 'booking', subject: bookingId },
    before: { showtimeId, placeIds: plan.given.map(({ place_id }) => place_id) },
    after: {
      ...{ showtimeId: plan.showtimeId, difference: differenceOf(plan) },
      placeIds: plan.taken.map(({ place_id }) => place_id),
    },
  })
}
