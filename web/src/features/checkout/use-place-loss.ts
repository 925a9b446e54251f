import { useShowtimeEvent } from '#lib/use-showtime-event.ts'
import type { PendingOrder } from './pending-order.ts'

/** Calls back when the hold of a place of the order has expired. */
export function usePlaceLoss(order: PendingOrder['bookingData'], onLoss: () => void) {
  useShowtimeEvent('holdExpired', order.showtimeId, ({ itemId }) => {
    const placeIds = [...order.seats, ...order.parkingSlots.map(({ slotId }) => slotId)]
    if (placeIds.includes(itemId)) onLoss()
  })
}
