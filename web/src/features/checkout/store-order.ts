import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { ORDER_KEY } from '#lib/checkout-storage.ts'

export const pendingOrderKey = (showtimeId: string) => `${ORDER_KEY}:${showtimeId}`

/** Stores the order under its showtime id and remembers that id, because the payment URL contains no showtime. */
export function storePendingOrder(order: { bookingData: { showtimeId: string } }) {
  const { showtimeId } = order.bookingData
  tabStorage.write(pendingOrderKey(showtimeId), order)
  tabStorage.write(ORDER_KEY, showtimeId)
}
