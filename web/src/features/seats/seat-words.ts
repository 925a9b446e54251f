import { type Seat, seatTier } from '@marquee/contract/seats'
import type { Appearance } from '#lib/selection.ts'
import { seatName } from './seat-rows.ts'

export const TIER_NAMES = { standard: 'Standard', premium: 'Premium', vip: 'VIP' } as const

export const tierName = (category: string) => TIER_NAMES[seatTier(category)]

/** `Row C seat 12, Premium, 180 rupees, available`: all that the map shows, for ears. */
export function seatWords({ seatNumber, category, price }: Seat, appearance: Appearance) {
  const { letters, number } = seatName(seatNumber)
  return `Row ${letters} seat ${number}, ${tierName(category)}, ${price} rupees, ${appearance}`
}
