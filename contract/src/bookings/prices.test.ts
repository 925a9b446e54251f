import { expect, test } from 'vitest'
import { slotPrice } from '../parking-slots.ts'
import { seatPrice, seatTier } from '../seats/seat-tiers.ts'
import { formatRupees } from '../text/money.ts'
import { totalCost } from './checkout-form.ts'

test.each([
  ['Standard', 150, 'standard'],
  ['STANDARD', 150, 'standard'],
  ['Gold', 150, 'standard'],
  ['Silver', 150, 'standard'],
  ['PREMIUM', 180, 'premium'],
  ['Premium', 180, 'premium'],
  ['Platinum', 180, 'premium'],
  ['VIP', 250, 'vip'],
  ['Diamond', 250, 'vip'],
  ['Balcony', 250, 'vip'],
  ['Unknown', 150, 'standard'],
  ['constructor', 150, 'standard'],
])('a seat of category %s costs %d rupees and is of tier %s [R-9.3]', (category, price, tier) => {
  expect(seatPrice(category)).toBe(price)
  expect(seatTier(category)).toBe(tier)
})

test('slotPrice is 50 rupees for two-wheelers and 100 for four-wheelers [R-9.4]', () => {
  expect([slotPrice('twoWheeler'), slotPrice('fourWheeler')]).toEqual([50, 100])
})

test('totalCost is the sum of seats and parking [R-9.5]', () => {
  const seats = [{ category: 'Standard' }, { category: 'VIP' }]
  const slots = [{ type: 'twoWheeler' as const }, { type: 'fourWheeler' as const }]
  expect(totalCost({ seats, slots })).toBe(150 + 250 + 50 + 100)
})

test('formatRupees formats whole rupees with Indian digit grouping [R-9.7]', () => {
  expect(formatRupees(1250)).toBe('₹1,250')
  expect(formatRupees(125_000)).toBe('₹1,25,000')
})
