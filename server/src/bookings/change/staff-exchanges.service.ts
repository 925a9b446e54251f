import type { Context } from '#src/context.ts'
import { withRequester } from '#src/inventory/requests/requests.ts'
import { readSale, type StaffRequest } from '../list/staff-bookings.service.ts'
import { changeSale } from './changes.service.ts'

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
  const staffHolder = `office ${deviceId}`
  const bookingId = await withRequester(
    ctx,
    { showtimeId, holder: staffHolder },
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
