import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { assertNoGap } from '../inventory/gap-check.ts'
import { type Visitor, withRequester } from '../inventory/requests.ts'
import type { Requester } from '../inventory/rules/requester.ts'
import { giveBackPlaces, sellPlaces } from '../inventory/sales.ts'
import type { ShowtimeUnit } from '../inventory/showtimes.ts'
import { queueChangeMail } from '../messages/mail/outbox.service.ts'
import { insertPlaces, recordFriends } from './bookings.sql.ts'
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
  loadBooking,
  lockOwnBooking,
  recordKey,
  showtimeOfOwn,
  withBookingLock,
} from './locked-booking.ts'

const REASON = 'changed by the visitor'
const ACTIONS = { seats: 'booking.change-seats', parking: 'booking.change-parking' } as const

/** A visitor's exchange of places of an own booking. */
export interface ExchangeOrder extends Pick<Visitor, 'address' | 'email' | 'isConfirmed'> {
  own: changes.OwnBooking
  holder: string
  key?: string | undefined
  exchange: Exchange
  /** Rupees to pay, as the visitor has seen it. */
  difference: number
}

/** What was changed. `showtimeIds` is empty for a repeated request. */
interface Exchanged {
  bookingId: string
  showtimeIds: string[]
}

/**
 * Exchanges places of a booking: the new ones are sold and the old ones are given back, or nothing changes. Throws GAP if the new seats
 * leave a gap. The limits per account and address apply to places that the exchange adds to a show.
 */
export async function exchangePlaces(ctx: Context, order: ExchangeOrder): Promise<Exchanged> {
  const { own, holder, exchange, address = null, email = null, isConfirmed = false } = order
  const { showtime_id: bookedShowtimeId } = await loadBooking(ctx.reader, own)
  const isSeats = exchange.type === 'seats'
  const showtimeId = isSeats ? exchange.showtimeId : bookedShowtimeId
  const placeIds = isSeats ? exchange.take : exchange.add.map(({ slotId }) => slotId)
  const isSameShow = showtimeId === bookedShowtimeId
  if (isSeats) {
    const freedIds = isSameShow ? exchange.giveBack : []
    await assertNoGap(ctx, { showtimeId, holder, seatIds: placeIds, freedIds })
  }
  const visitor = { showtimeId, holder, userId: own.userId, address, email, isConfirmed }
  // As many seats of one show are given back as taken.
  const isLimited = !isSeats || !isSameShow
  return withRequester(ctx, visitor, {
    places: isLimited ? placeIds.length : 0,
    run: (requester) =>
      withBookingLock(ctx, { findShowtime: showtimeOfOwn(own), others: [showtimeId] }, (unit) =>
        writeExchange(ctx, unit, { order, requester, isLimited }),
      ),
  })
}

interface Asked {
  order: ExchangeOrder
  requester: Requester
  isLimited: boolean
}

async function writeExchange(
  ctx: Context,
  unit: ShowtimeUnit,
  { order, requester, isLimited }: Asked,
): Promise<Exchanged> {
  const { tx } = unit
  const { own, exchange, difference, key } = order
  const recipient = await lockOwnBooking(tx, own)
  const booking = await loadBooking(tx, own)
  const { id: bookingId } = booking
  if (await recordKey(tx, bookingId, { key, body: { exchange, difference } }))
    return { bookingId, showtimeIds: [] }
  await assertChangesLeft(tx, bookingId, ctx.config)
  const plan = await loadPlan(tx, booking, { exchange, policy: ctx.config.refundPolicy })
  assertDifference(difference, plan)
  await movePlaces(unit, { booking, plan, requester, isLimited })
  await recordExchange(tx, booking, { plan, exchange })
  await queueChangeMail(ctx, tx, { bookingId, ...recipient })
  // At another showtime, the booking names it now.
  const changed = await loadBooking(tx, own)
  const type = plan.showtimeId === booking.showtime_id ? exchange.type : 'show'
  await addChangeNotice(ctx, tx, { userId: own.userId, booking: changed, type })
  const showtimeIds = [...new Set([booking.showtime_id, plan.showtimeId])]
  for (const showtimeId of showtimeIds) unit.emit(['showChanged', showtimeId])
  unit.emit(['noticesChanged', own.userId])
  return { bookingId, showtimeIds }
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
  requester: Requester
  isLimited: boolean
}

/** The places are given back first: the limit per account then counts the booking once. Throws unless all new places are sold. */
async function movePlaces(
  unit: ShowtimeUnit,
  { booking, plan, requester, isLimited }: PlannedExchange,
) {
  const { tx } = unit
  const { id: bookingId, showtime_id: showtimeId } = booking
  const givenIds = plan.given.map(({ place_id }) => place_id)
  giveBackPlaces(unit, showtimeId, { bookingId, placeIds: givenIds })
  const friendSeats = sellPlaces(unit, plan.showtimeId, {
    requester,
    bookingId,
    placeIds: plan.taken.map(({ place_id }) => place_id),
    isUnlimited: !isLimited,
  })
  await changes.insertCancelled(tx, booking, plan.cancelled)
  await changes.deletePlaces(tx, bookingId, givenIds)
  await insertPlaces(
    tx,
    plan.taken.map(({ place_id, price, vehicle_number }) => ({
      booking_id: bookingId,
      place_id,
      price,
      vehicle_number,
    })),
  )
  await recordFriends(
    tx,
    friendSeats.map((seat) => ({ ...seat, bookingId })),
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
