import { Movie } from '@marquee/contract/movies'
import { ParkingSlot } from '@marquee/contract/parking'
import { Seat, tierPrice } from '@marquee/contract/seats'
import { Showtime } from '@marquee/contract/showtimes'
import * as z from 'zod/mini'
import { forget, recall, remember } from '#lib/storage.ts'

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

/** What the seat screen carries to payment (specification, section 3). */
export const Checkout = z.object({
  bookingData: BookingData,
  movieDetails: Movie,
  showtimeDetails: Showtime,
  selectedSeats: z.array(z.extend(Seat, { price: z._default(z.number(), tierPrice('standard')) })),
  selectedParking: z.object({
    twoWheeler: z.array(ParkingSlot),
    fourWheeler: z.array(ParkingSlot),
  }),
  /** The same for every attempt to pay for exactly this, so that it is never paid for twice. */
  idempotencyKey: z.string(),
})
export type Checkout = z.infer<typeof Checkout>

const LATEST = 'booking'
const keyOf = (showtimeId: string) => `${LATEST}:${showtimeId}`

const readCheckout = (stored: unknown) => Checkout.safeParse(stored).data
const asText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** Kept by showtime, and which showtime came last: the payment page has no name for it in its address. */
export function storeCheckout(checkout: Checkout) {
  const { showtimeId } = checkout.bookingData
  remember(keyOf(showtimeId), checkout)
  remember(LATEST, showtimeId)
}

export function forgetCheckout(showtimeId: string) {
  forget(keyOf(showtimeId))
  if (recall(LATEST, asText) === showtimeId) forget(LATEST)
}

/** The checkout in navigation state, in its newest stored form if there is one, or else the latest stored. */
export function findCheckout(state: unknown): Checkout | undefined {
  const carried = readCheckout(state)
  const showtimeId = carried?.bookingData.showtimeId ?? recall(LATEST, asText)
  return (showtimeId && recall(keyOf(showtimeId), readCheckout)) || carried
}

/** Unguessable, and to be had without https too, unlike `randomUUID`. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
