import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, PathId } from './ids.ts'

export const PlaceStatus = z.enum(['AVAILABLE', 'HELD', 'SOLD'])
export type PlaceStatus = z.infer<typeof PlaceStatus>

/** What every place of a showtime tells besides its name; the two marks go to the holder alone. */
export const placeState = {
  status: PlaceStatus,
  /** Rupees. */
  price: z.int().check(z.positive()),
  heldByMe: z.optional(z.literal(true)),
  holdUntil: z.optional(Instant),
}

export const Seat = z.object({
  _id: Id,
  /** Row letters, then the place in that row: A12. */
  seatNumber: z.string().check(z.regex(/^[A-Z]+\d+$/)),
  category: z.string(),
  ...placeState,
})
export type Seat = z.infer<typeof Seat>

/** The header with the revision of a showtime's map; it only grows, and pushes carry the same number. */
export const REV_HEADER = 'x-showtime-rev'

/** The specification's `_t`, `_r` and `nocache` only defeat caches and are dropped. */
export const listSeats = endpoint({
  method: 'GET',
  path: '/api/seats/showtime/:showtimeId',
  params: z.object({ showtimeId: PathId }),
  answer: z.array(Seat),
})

export type SeatTier = 'standard' | 'premium' | 'vip'

const TIERS: Readonly<Record<string, SeatTier>> = {
  Premium: 'premium',
  PREMIUM: 'premium',
  Platinum: 'premium',
  VIP: 'vip',
  Diamond: 'vip',
  Balcony: 'vip',
}
const TIER_PRICES = { standard: 150, premium: 180, vip: 250 } as const satisfies Record<
  SeatTier,
  number
>

/** Colour and price go by tier; a category nobody has priced is a standard seat (specification, section 9). */
export const seatTier = (category: string): SeatTier =>
  Object.hasOwn(TIERS, category) ? (TIERS[category] as SeatTier) : 'standard'

/** Rupees for a tier, as the legend shows them. */
export const tierPrice = (tier: SeatTier) => TIER_PRICES[tier]

/** Rupees for one seat of a category. */
export const seatPrice = (category: string) => tierPrice(seatTier(category))
