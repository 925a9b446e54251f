import { createHash } from 'node:crypto'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { ChangedBooking } from '@marquee/contract/bookings/booking-changes'
import type { RefundKind } from '@marquee/contract/office/cancellations'
import { normalizeVehicleNumber } from '@marquee/contract/parking'
import { findUser } from '#src/accounts/sign-in/accounts.service.ts'
import type { Context } from '#src/context.ts'
import { unauthenticated } from '#src/errors.ts'
import { assertNoGap } from '#src/inventory/holds/gap-check.ts'
import { type Visitor, withRequester } from '#src/inventory/requests/requests.ts'
import { repeatWhileOutdated, submitCommand } from '#src/inventory/showtimes.ts'
import { recipientKey } from '#src/messages/mail/recipient-key.ts'
import { listPasses } from '#src/tickets/passes.service.ts'
import { readBooking } from '../list/bookings.service.ts'
import { readPasses, readSale, type StaffRequest } from '../list/staff-bookings.service.ts'
import { staffHolder } from '../order/staff-terms.ts'
import { type ChangeCommand, type ChangeRequest, changeKind } from './change-command.ts'
import { selectPayments } from './changes.sql.ts'
import { requireBooking } from './load-bookings.ts'
import { type BookingChange, refundOfChange } from './planners/booking-change.ts'
import type { NamedPlaces } from './planners/cancel.ts'
import type { Exchange } from './planners/exchange.ts'

export interface OwnBooking {
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
export interface ExchangeOrder extends Pick<Visitor, 'address' | 'email' | 'isConfirmed'> {
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
export async function exchange(ctx: Context, order: ExchangeOrder): Promise<ChangedBooking> {
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

/** Staff replaces the passes of a sale. Throws NOT_FOUND. */
export async function replaceStaffPasses(ctx: Context, { reference, deviceId }: StaffRequest) {
  await changeSale(ctx, { reference, staff: { deviceId }, request: { type: 'passes' } })
  return readPasses(ctx, reference)
}

export interface StaffCancelTerms extends NamedPlaces {
  terms: RefundKind
}

interface StaffCancellation extends StaffCancelTerms, StaffRequest {
  /** The reason is for the audit: visitors do not read it. */
  reason: string
  /** Rupees, as in the preview. */
  refund: number
  key?: string | undefined
}

/**
 * Staff cancels places of a booking, or the whole booking. Throws NOT_FOUND, INVALID, KEY_REUSED, CLOSED for a cancelled booking or show and
 * for a vehicle that has arrived, and PRICE_MISMATCH with the right refund.
 */
export async function cancelStaffBooking(
  ctx: Context,
  { reference, deviceId, reason, key, refund, terms, seatIds, slotIds }: StaffCancellation,
) {
  const isFull = terms === 'full'
  const bookingId = await changeSale(ctx, {
    reference,
    staff: { deviceId, reason },
    key,
    request: { type: 'cancel', refund, isFull, seatIds, slotIds },
  })
  return (await readSale(ctx, bookingId)).booking
}

interface StaffExchange extends StaffRequest {
  reason: string
  key?: string | undefined
  /** Of the new seats. */
  showtimeId: string
  giveBack: readonly string[]
  take: readonly string[]
  /** Rupees to pay, as in the preview. Negative: to give back. */
  difference: number
  /** How the buyer pays the difference. */
  payment: 'cash' | 'card'
}

/**
 * Staff exchanges seats of a booking, also for those of another show of the movie, by the rules of a visitor. Throws what `planExchange` throws,
 * PRICE_MISMATCH with the right difference, KEY_REUSED, and TAKEN with the lost places.
 */
export async function exchangeForVisitor(
  ctx: Context,
  { reference, deviceId, reason, key, payment, difference, ...seats }: StaffExchange,
) {
  const { showtimeId, giveBack, take } = seats
  const bookingId = await withRequester(
    ctx,
    { showtimeId, holder: staffHolder(deviceId) },
    {
      places: 0,
      run: (requester) =>
        changeSale(ctx, {
          reference,
          staff: { deviceId, reason },
          key,
          request: { type: 'seats', showtimeId, giveBack, take, difference, paidBy: payment },
          buyer: { requester, areLimitsApplied: false },
        }),
    },
  )
  return (await readSale(ctx, bookingId)).booking
}

interface SaleChange extends Pick<ChangeCommand, 'request' | 'staff' | 'buyer'> {
  reference: string
  /** The visitor who asks. Undefined for staff. */
  userId?: string | undefined
  key?: string | undefined
}

const changeOwn = (
  ctx: Context,
  own: OwnRequest,
  request: ChangeRequest,
  buyer?: ChangeCommand['buyer'],
) => changeSale(ctx, { ...own, request, buyer })

/** Changes a sale. Tells what has changed after the commit. Returns the id of the booking. */
async function changeSale(ctx: Context, sale: SaleChange): Promise<string> {
  const { bookingId, change } = await repeatWhileOutdated(() => submitChange(ctx, sale))
  if (change) tell(ctx, change)
  return bookingId
}

async function submitChange(ctx: Context, sale: SaleChange) {
  const { userId, staff, request, buyer } = sale
  const reference = staff ? sale.reference.toUpperCase() : sale.reference
  const booking = await requireBooking(ctx.reader, reference, userId).catch(async (error) => {
    // The account was deleted in the meantime.
    if (userId !== undefined && !(await findUser(ctx, userId))) throw unauthenticated(SESSION_ENDED)
    throw error
  })
  const { id: bookingId, user_id: ownerId, showtime_id: bookedId, email } = booking
  const others = request.type === 'seats' ? [request.showtimeId] : []
  const result = await submitCommand(ctx, changeKind, [bookedId, ...others], {
    bookingId,
    ownerId,
    request,
    staff,
    buyer,
    key: keyOf(sale),
    recipient:
      staff || email === null
        ? undefined
        : { recipient: email, recipientKey: recipientKey(ctx, email) },
  })
  return result === 'outdated' ? result : { bookingId, change: result.change }
}

/** The key is random and not stored, so nothing of the request can be guessed from its hash. */
const keyOf = ({ key, request, staff }: SaleChange) =>
  key === undefined
    ? undefined
    : { key_hash: hash(key), request_hash: hash(key + JSON.stringify([request, staff?.reason])) }

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

function tell({ events, log }: Context, change: BookingChange) {
  const { booking, showtimeId, givenBack, taken, isCancelled, audit, by } = change
  const showtimeIds = [...new Set([booking.showtime_id, showtimeId])]
  for (const id of showtimeIds) events.emit('showChanged', id)
  if (booking.user_id !== null) events.emit('noticesChanged', booking.user_id)
  log.info(
    {
      bookingId: booking.id,
      showtimeIds,
      action: audit.action,
      isByStaff: by.deviceId !== null,
      givenBack: givenBack.length,
      taken: taken.length,
      refund: refundOfChange(change),
      isCancelled,
    },
    'booking changed',
  )
}

async function readChangedBooking(ctx: Context, id: string): Promise<ChangedBooking> {
  const [booking, { rows }] = await Promise.all([
    readBooking(ctx, id),
    selectPayments(ctx.reader, id),
  ])
  const payments = rows.map(({ at, ...payment }) => ({
    ...payment,
    at: new Date(at).toISOString(),
  }))
  return { ...booking, payments }
}
