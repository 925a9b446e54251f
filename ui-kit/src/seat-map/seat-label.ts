import { ACCESS_NAMES } from '@marquee/contract/seats/access-texts'
import { parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import { seatTier } from '@marquee/contract/seats/seat-tiers'
import type { MapSeat, SeatAppearance } from './map-seat.ts'

export const TIER_NAMES = { standard: 'Standard', premium: 'Premium', vip: 'VIP' } as const

export const tierName = (category: string) => TIER_NAMES[seatTier(category)]

/** The text for screen readers: `Row C seat 12, Premium, 180 rupees, available`. The text of a protected place begins with its kind. */
export function seatLabel(
  seat: MapSeat,
  { appearance, state }: { appearance: SeatAppearance; state: string },
) {
  const { seatNumber, category, price, accessible } = seat
  const { letters, number } = parseSeatNumber(seatNumber)
  const access = accessible && ACCESS_NAMES[accessible]
  const kind = [tierName(category), ...(access && appearance !== 'protected' ? [access] : [])].join(
    ', ',
  )
  return `Row ${letters} seat ${number}, ${kind}, ${price} rupees, ${state}`
}
