import { seatTier } from '@marquee/contract/seats'
import type { MapSeat } from './map-seat.ts'
import { parseSeatNumber } from './seat-rows.ts'

export const TIER_NAMES = { standard: 'Standard', premium: 'Premium', vip: 'VIP' } as const

export const tierName = (category: string) => TIER_NAMES[seatTier(category)]

/** The text for screen readers: `Row C seat 12, Premium, 180 rupees, available`. */
export function seatLabel({ seatNumber, category, price }: MapSeat, state: string) {
  const { letters, number } = parseSeatNumber(seatNumber)
  return `Row ${letters} seat ${number}, ${tierName(category)}, ${price} rupees, ${state}`
}
