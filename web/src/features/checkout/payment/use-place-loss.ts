import type { PendingOrder } from '#features/checkout/pending-order.ts'
import { useShowtimeEvent } from '#lib/socket/use-showtime-event.ts'

/** Calls back when the hold of a place of the order has expired. */
export function usePlaceLoss(order: PendingOrder['bookingData'], onLoss: () => void) {
  useShowtimeEvent('holdExpired', order.showtimeId, ({ itemId }) => {
    const placeIds = [...order.seats, ...order.parkingSlots.map(({ slotId }) => slotId)]
    if (placeIds.includes(itemId)) onLoss()
  })
}
