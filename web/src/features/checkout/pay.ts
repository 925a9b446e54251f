import { createBooking } from '@marquee/contract/bookings'
import { call, isSessionRefusal, renewSession } from '#lib/api.ts'
import type { Checkout } from './checkout.ts'

export type PaymentResult =
  | { kind: 'paid'; reference: string }
  /** The session was expired and is renewed. The visitor can try again. */
  | { kind: 'sessionRenewed' }
  | { kind: 'sessionExpired' }
  | { kind: 'failed'; error: unknown }

/** Tries to pay once. All attempts with the same checkout create one booking at most, because they share its idempotency key. */
export async function pay(checkout: Checkout, userId: string): Promise<PaymentResult> {
  try {
    return { kind: 'paid', reference: await book(checkout, userId) }
  } catch (error) {
    return isSessionRefusal(error) ? renew(userId) : { kind: 'failed', error }
  }
}

async function renew(userId: string): Promise<PaymentResult> {
  try {
    await renewSession(userId)
    return { kind: 'sessionRenewed' }
  } catch (error) {
    return isSessionRefusal(error) ? { kind: 'sessionExpired' } : { kind: 'failed', error }
  }
}

async function book({ bookingData, idempotencyKey }: Checkout, userId: string) {
  const { movieId, showtimeId, seats, parkingSlots, totalCost, phone } = bookingData
  const answer = await call(createBooking, {
    headers: { 'idempotency-key': idempotencyKey },
    body: {
      movieId,
      showtimeId,
      userId,
      seatIds: seats,
      parkingSlotIds: parkingSlots.map(({ slotId }) => slotId),
      totalCost,
      phone: phone || null,
      parkingSlots,
    },
  })
  // The specification requires this check, although the contract guarantees a reference.
  const reference: string | undefined = answer?.booking?.bookingReference
  if (!reference) throw new Error('Failed to create booking')
  return reference
}
