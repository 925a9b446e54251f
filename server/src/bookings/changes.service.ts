import {
  type ChangedBooking,
  ONE_CHANGE,
  type PreviewQuery,
  type previewChanges,
  VEHICLE_ARRIVED,
} from '@marquee/contract/booking-changes'
import type { ResponseBody } from '@marquee/contract/endpoint'
import { SHOW_ENDED } from '@marquee/contract/office/sales'
import { normalizeVehicleNumber } from '@marquee/contract/parking'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { closed, invalid, placeNotInBooking } from '../errors.ts'
import { queueChangeMail } from '../messages/mail/outbox.service.ts'
import { readBooking } from './bookings.service.ts'
import {
  assertRefund,
  assertShowNotCancelled,
  type ChangeableBooking,
  type NamedPlaces,
  planCancellation,
} from './cancellation.ts'
import { addCancellationNotice, addChangeNotice } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import { differenceOf, type Exchange, refundOfPlan } from './exchange.ts'
import { type ExchangeOrder, exchangePlaces, loadPlan } from './exchange-places.ts'
import {
  assertChangesLeft,
  loadBooking,
  lockOwnBooking,
  recordKey,
  showtimeOfOwn,
  withBookingLock,
} from './locked-booking.ts'
import { writeCancellation } from './write-cancellation.ts'

const MINUTE_MS = 60_000
const REASON = 'cancelled by the visitor'

/** What a change would cost now. Throws INVALID for places of several changes, else what the change throws. */
export async function previewChange(
  ctx: Context,
  own: changes.OwnBooking,
  { showtimeId, ...query }: PreviewQuery,
) {
  const { seatIds = [], slotIds = [], take = [], addSlots = [] } = query
  const booking = await loadBooking(ctx.reader, own)
  const isOtherShow = showtimeId !== undefined && showtimeId !== booking.showtime_id
  if (take.length > 0) {
    if (slotIds.length + addSlots.length > 0) throw invalid(ONE_CHANGE)
    const target = showtimeId ?? booking.showtime_id
    const exchange = { type: 'seats' as const, showtimeId: target, giveBack: seatIds, take }
    return previewExchange(ctx, booking, exchange)
  }
  if (isOtherShow || (addSlots.length > 0 && seatIds.length > 0)) throw invalid(ONE_CHANGE)
  if (addSlots.length === 0) return previewCancellation(ctx, booking, { seatIds, slotIds })
  // The price does not depend on the vehicle.
  const add = addSlots.map((slotId) => ({ slotId, vehicleNumber: '' }))
  return previewExchange(ctx, booking, { type: 'parking', add, drop: slotIds })
}

type Preview = ResponseBody<typeof previewChanges>

function previewCancellation(
  { config }: Context,
  booking: ChangeableBooking,
  named: NamedPlaces,
): Preview {
  const { refund, fee, deadline } = planCancellation(booking, named, {
    policy: config.refundPolicy,
  })
  return { refund, fee, difference: 0 - refund, deadline: new Date(deadline).toISOString() }
}

/** Does not ask whether the new places are free, and whether they leave a gap. */
async function previewExchange(
  { reader, config }: Context,
  booking: ChangeableBooking,
  exchange: Exchange,
): Promise<Preview> {
  const plan = await loadPlan(reader, booking, { exchange, policy: config.refundPolicy })
  return {
    ...{ refund: refundOfPlan(plan), fee: plan.fee, difference: differenceOf(plan) },
    deadline: new Date(plan.deadline).toISOString(),
  }
}

interface ChangeRequest extends changes.OwnBooking {
  /** Idempotency key: a repeated request with it changes nothing more, even after a crash. */
  key?: string | undefined
}

/**
 * Cancels places of a booking, or the whole booking, in one transaction: places, passes, ledger, audit and mail. Throws NOT_FOUND also for the booking of
 * another user, CLOSED, INVALID, KEY_REUSED, and PRICE_MISMATCH with the right refund.
 */
export async function cancel(
  ctx: Context,
  request: ChangeRequest,
  { refund: expected, ...named }: NamedPlaces & { refund: number },
): Promise<ChangedBooking> {
  const findShowtime = showtimeOfOwn(request)
  const done = await withBookingLock(ctx, { findShowtime }, async (unit) => {
    const { tx } = unit
    const recipient = await lockOwnBooking(tx, request)
    const booking = await loadBooking(tx, request)
    const isRepeat = await recordKey(tx, booking.id, { ...request, body: { expected, ...named } })
    if (isRepeat) return { booking }
    const plan = planCancellation(booking, named, { policy: ctx.config.refundPolicy })
    assertRefund(expected, plan)
    await writeCancellation(unit, booking, { plan, deviceId: null, reason: REASON })
    await queueChangeMail(ctx, tx, {
      ...{ bookingId: booking.id, ...recipient },
      isCancelled: plan.isWhole,
    })
    await addCancellationNotice(ctx, tx, { userId: request.userId, booking, plan })
    unit.emit(['noticesChanged', request.userId])
    unit.emit(['showChanged', booking.showtime_id])
    return { booking, plan }
  })
  const { id: bookingId, showtime_id: showtimeId } = done.booking
  if (done.plan) {
    const { places, refund, isWhole } = done.plan
    ctx.log.info(
      { bookingId, showtimeId, places: places.length, refund, isWhole },
      'booking cancelled',
    )
  }
  return readChangedBooking(ctx, bookingId)
}

/**
 * Exchanges seats or parking slots of a booking: the new places are sold and the old ones are released in one transaction, or nothing changes. Throws
 * what `planExchange` throws, PRICE_MISMATCH with the right difference, KEY_REUSED, and TAKEN, LIMIT and CLOSED as a booking does.
 */
export async function exchange(ctx: Context, order: ExchangeOrder): Promise<ChangedBooking> {
  const { bookingId, showtimeIds } = await exchangePlaces(ctx, order)
  const { type } = order.exchange
  if (showtimeIds.length > 0) ctx.log.info({ bookingId, showtimeIds, type }, 'booking changed')
  return readChangedBooking(ctx, bookingId)
}

/** Changes the vehicle number of a slot until the vehicle arrives or the show ends. Throws NOT_FOUND, CLOSED and KEY_REUSED. */
export async function changeVehicle(
  ctx: Context,
  request: ChangeRequest,
  vehicle: { slotId: string; vehicleNumber: string },
): Promise<ChangedBooking> {
  const { slotId } = vehicle
  const { userId } = request
  const vehicleNumber = normalizeVehicleNumber(vehicle.vehicleNumber)
  const findShowtime = showtimeOfOwn(request)
  const { id } = await withBookingLock(ctx, { findShowtime }, async (unit) => {
    const { tx } = unit
    const recipient = await lockOwnBooking(tx, request)
    const locked = await loadBooking(tx, request)
    const { id: bookingId } = locked
    const body = { slotId, vehicleNumber }
    if (await recordKey(tx, bookingId, { ...request, body })) return locked
    assertVehicleChangeable(locked, slotId)
    await assertChangesLeft(tx, bookingId, ctx.config)
    await changes.setVehicleNumber(tx, bookingId, body)
    // The audit and the notice have no vehicle numbers.
    await recordAction(tx, {
      ...{ deviceId: null, action: 'booking.change-vehicle', subjectType: 'booking' },
      ...{ subject: bookingId, after: { slotId } },
    })
    await queueChangeMail(ctx, tx, { bookingId, ...recipient })
    await addChangeNotice(ctx, tx, { userId, booking: locked, type: 'vehicle' })
    unit.emit(['showChanged', locked.showtime_id])
    unit.emit(['noticesChanged', userId])
    return locked
  })
  return readChangedBooking(ctx, id)
}

function assertVehicleChangeable(booking: ChangeableBooking, slotId: string) {
  const slot = booking.places.find(({ place_id, kind }) => place_id === slotId && kind !== 'seat')
  if (!slot) throw placeNotInBooking()
  assertShowNotCancelled(booking)
  if (slot.has_arrived === 1) throw closed(VEHICLE_ARRIVED)
  if (booking.now >= booking.starts_at + booking.duration * MINUTE_MS) throw closed(SHOW_ENDED)
}

async function readChangedBooking(ctx: Context, id: string): Promise<ChangedBooking> {
  const [booking, { rows }] = await Promise.all([
    readBooking(ctx, id),
    changes.selectPayments(ctx.reader, id),
  ])
  const payments = rows.map(({ at, ...payment }) => ({
    ...payment,
    at: new Date(at).toISOString(),
  }))
  return { ...booking, payments }
}
