import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { ParkingSlot } from '@marquee/contract/parking'
import { tierPrice } from '@marquee/contract/seats/seat-tiers'
import { Seat } from '@marquee/contract/seats/seats'
import { createIdempotencyKey } from '@marquee/ui-kit/lib/idempotency-key.ts'
import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import * as z from 'zod/mini'
import { ORDER_KEY } from '#lib/checkout-storage.ts'
import { pendingOrderKey } from './store-order.ts'

const BookingData = z.object({
  showtimeId: z.string(),
  movieId: z.string(),
  /** Seat ids. */
  seats: z.array(z.string()).check(z.minLength(1)),
  parkingSlots: z.array(z.object({ slotId: z.string(), vehicleNumber: z.string() })),
  phone: z.string(),
  /** Rupees. */
  totalCost: z.number(),
  holdUntil: z.optional(z.string()),
  phoneVerified: z.optional(z.boolean()),
  parkingDetails: z.optional(z.object({ phone: z.optional(z.string()) })),
})

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** An order that is not paid yet: the data that the seat screen passes to payment (specification §3). */
export const PendingOrder = z.object({
  bookingData: BookingData,
  // Shown only. A server may send less of them than the contract.
  movieDetails: z.custom<Movie>(isObject),
  showtimeDetails: z.custom<Showtime>(isObject),
  selectedSeats: z.array(z.extend(Seat, { price: z._default(z.number(), tierPrice('standard')) })),
  selectedParking: z.object({
    twoWheeler: z.array(ParkingSlot),
    fourWheeler: z.array(ParkingSlot),
  }),
  /** Pays the order, or a part of it. Checked by the server. */
  voucher: z.optional(z.object({ code: z.string(), amount: z.number() })),
  /** The same for every attempt to pay this order, so that the server books it once. */
  idempotencyKey: z.string(),
})
export type PendingOrder = z.infer<typeof PendingOrder>

/** The order with another voucher, or without one. It is another order, which needs a new key. */
export const withVoucher = (
  { voucher: _, ...order }: PendingOrder,
  voucher: PendingOrder['voucher'],
): PendingOrder => ({
  ...order,
  ...(voucher && { voucher }),
  idempotencyKey: createIdempotencyKey(),
})

const parsePendingOrder = (stored: unknown) => PendingOrder.safeParse(stored).data
const parseString = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

export function removePendingOrder(showtimeId: string) {
  tabStorage.remove(pendingOrderKey(showtimeId))
  if (tabStorage.read(ORDER_KEY, parseString) === showtimeId) tabStorage.remove(ORDER_KEY)
}

const bookedKey = (historyKey: string) => `booked:${historyKey}`

/** The key of every entry of the history that was opened by its URL. Such an entry has no order of its own. */
const KEY_OF_URL = 'default'

/** Remembers that the order of an entry of the history is booked. The entry itself still has the order. */
export function storeBookedReference(historyKey: string, reference: string) {
  if (historyKey !== KEY_OF_URL) tabStorage.write(bookedKey(historyKey), reference)
}

/** The reference of the booking, if the order of this entry of the history is booked. */
export const findBookedReference = (historyKey: string) =>
  tabStorage.read(bookedKey(historyKey), parseString)

interface NavigationEntry {
  key: string
  state: unknown
}

/**
 * The order of the entry of the history, or else the latest stored one. The stored version is preferred: it is newer. Undefined if the
 * order of the entry is booked.
 */
export function findPendingOrder({ key, state }: NavigationEntry): PendingOrder | undefined {
  if (findBookedReference(key)) return
  const passed = parsePendingOrder(state)
  if (!passed) return findLatestOrder()
  return (
    tabStorage.read(pendingOrderKey(passed.bookingData.showtimeId), parsePendingOrder) ?? passed
  )
}

/** The latest order of this tab, for the pages of signing in on the way to payment. */
export function findLatestOrder() {
  const showtimeId = tabStorage.read(ORDER_KEY, parseString)
  return showtimeId ? tabStorage.read(pendingOrderKey(showtimeId), parsePendingOrder) : undefined
}
