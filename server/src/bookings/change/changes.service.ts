import type { ChangedBooking } from '@marquee/contract/bookings/booking-changes'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { assertNoGap } from '#src/inventory/holds/gap-check.ts'
import { type RequestOrigin, withRequester } from '#src/inventory/requests/requests.ts'
import { listPasses } from '#src/tickets/passes.service.ts'
import { readBooking } from '../list/bookings.service.ts'
import type { ChangeCommand } from './change-command.ts'
import { selectPayments } from './changes.sql.ts'
import { requireBooking } from './load-bookings.ts'
import type { NamedPlaces } from './planners/cancel.ts'
import type { Exchange } from './planners/exchange.ts'
import { changeBooking } from './submit-change.ts'

interface OwnBooking {
  userId: string
  reference: string
}

interface OwnRequest extends OwnBooking {
  /** Idempotency key: a repeated request with it changes nothing more, even after a crash. */
  key?: string | undefined
}

/**
 * Cancels places of a booking, or the whole booking. Throws NOT_FOUND also for the booking of another user, CLOSED, INVALID, KEY_REUSED, and
 * PRICE_MISMATCH with the right refund.
 */
export async function cancel(
  ctx: Context,
  own: OwnRequest,
  { refund, seatIds, slotIds }: NamedPlaces & { refund: number },
): Promise<ChangedBooking> {
  const request = { type: 'cancel' as const, refund, seatIds, slotIds }
  return readChangedBooking(ctx, await changeOwn(ctx, own, request))
}

/** A visitor's exchange of places of an own booking. */
export interface ExchangeRequest extends Pick<RequestOrigin, 'address' | 'email' | 'isConfirmed'> {
  own: OwnBooking
  holder: string
  key?: string | undefined
  exchange: Exchange
  /** Rupees to pay, as the visitor has seen it. */
  difference: number
}

/**
 * Exchanges seats or parking slots of a booking: the new places are sold and the old ones are given back, or nothing changes. The limits per
 * account and address apply to places that the exchange adds to a show. Throws what `planExchange` throws, PRICE_MISMATCH with the right
 * difference, KEY_REUSED, GAP, and TAKEN, LIMIT and CLOSED as a booking does.
 */
export async function exchange(ctx: Context, order: ExchangeRequest): Promise<ChangedBooking> {
  const { own, holder, exchange: wanted, address = null, email = null } = order
  const { showtime_id: bookedId } = await requireBooking(ctx.reader, own.reference, own.userId)
  const isSeats = wanted.type === 'seats'
  const showtimeId = isSeats ? wanted.showtimeId : bookedId
  const placeIds = isSeats ? wanted.take : wanted.add.map(({ slotId }) => slotId)
  const isSameShow = showtimeId === bookedId
  if (isSeats) {
    const freedIds = isSameShow ? wanted.giveBack : []
    await assertNoGap(ctx, { showtimeId, holder, seatIds: placeIds, freedIds })
  }
  const { isConfirmed = false, difference, key } = order
  const visitor = { showtimeId, holder, userId: own.userId, address, email, isConfirmed }
  // As many seats of one show are given back as taken.
  const areLimitsApplied = !isSeats || !isSameShow
  const bookingId = await withRequester(ctx, visitor, {
    places: areLimitsApplied ? placeIds.length : 0,
    run: (requester) =>
      changeOwn(ctx, { ...own, key }, { ...wanted, difference }, { requester, areLimitsApplied }),
  })
  return readChangedBooking(ctx, bookingId)
}

/** Changes the vehicle number of a slot. Throws what `planVehicle` throws, and KEY_REUSED. */
export async function changeVehicle(
  ctx: Context,
  own: OwnRequest,
  { slotId, vehicleNumber }: { slotId: string; vehicleNumber: string },
): Promise<ChangedBooking> {
  const number = normalizeVehicleNumber(vehicleNumber)
  const request = { type: 'vehicle' as const, slotId, vehicleNumber: number }
  return readChangedBooking(ctx, await changeOwn(ctx, own, request))
}

/**
 * The owner makes the passes with an issue number void and gets new ones. Changes nothing if they have been replaced already, for example by
 * a request whose answer was lost. Throws NOT_FOUND.
 */
export async function replaceOwnPasses(ctx: Context, own: OwnBooking, issue: number) {
  await changeOwn(ctx, own, { type: 'passes', issue })
  return listPasses(ctx, own)
}

const changeOwn = (
  ctx: Context,
  own: OwnRequest,
  request: ChangeCommand['request'],
  buyer?: ChangeCommand['buyer'],
) => changeBooking(ctx, { ...own, request, buyer })

async function readChangedBooking(ctx: Context, id: string): Promise<ChangedBooking> {
  const [booking, { rows }] = await Promise.all([
    readBooking(ctx, id),
    selectPayments(ctx.reader, id),
  ])
  const payments = rows.map(({ at, ...payment }) => ({
    ...payment,
    at: formatInstant(at),
  }))
  return { ...booking, payments }
}
