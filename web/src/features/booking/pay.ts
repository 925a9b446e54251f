import { createBooking } from '@marquee/contract/bookings'
import { call, isSessionRefusal, renewSession } from '#lib/api.ts'
import type { Checkout } from './checkout.ts'

export type Outcome =
  | { kind: 'paid'; reference: string }
  /** The session had run out and has been renewed: the visitor may try again. */
  | { kind: 'renewed' }
  | { kind: 'signedOut' }
  | { kind: 'failed'; error: unknown }

/** One attempt to pay. The checkout's key makes sure that however many there are, one counts. */
export async function pay(checkout: Checkout, userId: string): Promise<Outcome> {
  try {
    return { kind: 'paid', reference: await book(checkout, userId) }
  } catch (error) {
    return isSessionRefusal(error) ? renewed(userId) : { kind: 'failed', error }
  }
}

async function renewed(userId: string): Promise<Outcome> {
  try {
    await renewSession(userId)
    return { kind: 'renewed' }
  } catch (error) {
    return isSessionRefusal(error) ? { kind: 'signedOut' } : { kind: 'failed', error }
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
  // Whatever the contract promises: without a reference nothing can be shown at the door.
  const reference: string | undefined = answer?.booking?.bookingReference
  if (!reference) throw new Error('Failed to create booking')
  return reference
}
