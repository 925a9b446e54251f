import type { Seat } from './seats.ts'

/** The cheapest first. */
export const SEAT_TIERS = ['standard', 'premium', 'vip'] as const
export type SeatTier = (typeof SEAT_TIERS)[number]

const CATEGORY_TIERS: Readonly<Record<string, SeatTier>> = {
  Standard: 'standard',
  STANDARD: 'standard',
  Gold: 'standard',
  Silver: 'standard',
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

/** The categories of the specification (§9). */
export const SEAT_CATEGORIES: readonly string[] = Object.keys(CATEGORY_TIERS)

/** Colour and price depend on the tier. Unknown categories are standard (specification §9). */
export const seatTier = (category: string): SeatTier =>
  Object.hasOwn(CATEGORY_TIERS, category) ? (CATEGORY_TIERS[category] as SeatTier) : 'standard'

/** The tiers that a hall has, the cheapest first. */
export const tiersOf = (seats: readonly Pick<Seat, 'category'>[]) =>
  SEAT_TIERS.filter((tier) => seats.some(({ category }) => seatTier(category) === tier))

/** The hall's own category of a tier. */
export const categoryOf = (seats: readonly Pick<Seat, 'category'>[], tier: SeatTier) =>
  seats.find(({ category }) => seatTier(category) === tier)?.category

/** Rupees for a seat of a tier. */
export const tierPrice = (tier: SeatTier) => TIER_PRICES[tier]

/** Rupees for one seat of a category. */
export const seatPrice = (category: string) => tierPrice(seatTier(category))
