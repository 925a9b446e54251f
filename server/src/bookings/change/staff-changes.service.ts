import type { RefundKind } from '@marquee/contract/office/booking-changes'
import type { Context } from '#src/context.ts'
import { withRequester } from '#src/inventory/requests/requests.ts'
import { readPasses, readSale, type StaffRequest } from '../list/staff-bookings.service.ts'
import { staffHolder } from '../order/staff-terms.ts'
import type { NamedPlaces } from './planners/cancel.ts'
import { changeBooking } from './submit-change.ts'

/** Staff replaces the passes of a booking. Throws NOT_FOUND. */
export async function replacePassesByStaff(ctx: Context, { reference, deviceId }: StaffRequest) {
  await changeBooking(ctx, { reference, staff: { deviceId }, request: { type: 'passes' } })
  return readPasses(ctx, reference)
}

interface StaffCancellation extends NamedPlaces, StaffRequest {
  terms: RefundKind
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
export async function cancelByStaff(
  ctx: Context,
  { reference, deviceId, reason, key, refund, terms, seatIds, slotIds }: StaffCancellation,
) {
  const isFull = terms === 'full'
  const bookingId = await changeBooking(ctx, {
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
export async function exchangeByStaff(
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
        changeBooking(ctx, {
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
