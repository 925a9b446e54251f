import { createBooking } from '@marquee/contract/bookings/bookings'
import type { Proof } from '@marquee/contract/calls/proof-of-work'
import { ApiError, call, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import type { PendingOrder } from '#features/checkout/pending-order.ts'
import { renewSession } from '#lib/api/api.ts'
import { withProof } from '#lib/api/with-proof.ts'

export type PaymentResult =
  | { kind: 'paid'; reference: string }
  /** The session was expired and is renewed. The visitor can try again. */
  | { kind: 'sessionRenewed' }
  | { kind: 'sessionExpired' }
  | { kind: 'failed'; error: unknown }

/** Tries to pay once. All attempts to pay one order share its idempotency key, so they create one booking at most. */
export async function pay(order: PendingOrder, userId: string): Promise<PaymentResult> {
  try {
    return await withProof((proof) => payOnce(order, userId, proof), challengeOf)
  } catch (error) {
    return isSessionRefusal(error) ? renewForRetry(userId) : { kind: 'failed', error }
  }
}

const challengeOf = (result: PaymentResult) =>
  result.kind === 'failed' && result.error instanceof ApiError
    ? result.error.details.challenge
    : undefined

/** A challenge is a result, other errors are thrown. */
async function payOnce(
  order: PendingOrder,
  userId: string,
  proof: Proof | undefined,
): Promise<PaymentResult> {
  try {
    return { kind: 'paid', reference: await book(order, userId, proof) }
  } catch (error) {
    if (error instanceof ApiError && error.details.challenge) return { kind: 'failed', error }
    throw error
  }
}

async function renewForRetry(userId: string): Promise<PaymentResult> {
  try {
    await renewSession(userId)
    return { kind: 'sessionRenewed' }
  } catch (error) {
    return isSessionRefusal(error) ? { kind: 'sessionExpired' } : { kind: 'failed', error }
  }
}

async function book(
  { bookingData, idempotencyKey, voucher }: PendingOrder,
  userId: string,
  proof: Proof | undefined,
) {
  const { movieId, showtimeId, seats, parkingSlots, totalCost, phone } = bookingData
  const response = await call(createBooking, {
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
      ...(voucher && { voucher }),
      ...(proof && { proof }),
    },
  })
  // The specification requires this check, although the contract guarantees a reference.
  const reference: string | undefined = response?.booking?.bookingReference
  if (!reference) throw new Error('Failed to create booking')
  return reference
}
