import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import type { PendingOrder } from '#features/checkout/pending-order.ts'
import { useShowtimeEvent } from '#lib/socket/use-showtime-event.ts'

/** The clock of this browser may be behind the server by this much. */
const CLOCK_ERROR_MS = 2_000

interface LossCallbacks {
  onExpired: () => void
  /** The cinema has taken a place out of service before the hold expired. */
  onTakenAway: () => void
}

/** Calls back when the hold of a place of the order has ended. */
export function usePlaceLoss(order: PendingOrder['bookingData'], callbacks: LossCallbacks) {
  useShowtimeEvent('holdExpired', order.showtimeId, ({ itemId, holdUntil }) => {
    const placeIds = [...order.seats, ...order.parkingSlots.map(({ slotId }) => slotId)]
    if (!placeIds.includes(itemId)) return
    const isEarly = holdUntil && Date.parse(holdUntil) > serverNow() + CLOCK_ERROR_MS
    if (isEarly) callbacks.onTakenAway()
    else callbacks.onExpired()
  })
}
