import { expect, test } from 'vitest'
import type { SaleRow } from './ledger-takings.sql.ts'
import { takingsOfSale } from './ledger-takings.ts'

const part = (category: string, prices: number, tickets: number): SaleRow => ({
  booking_id: 'booking',
  at: 0,
  channel: 'counter',
  method: 'cash',
  total_cost: 500,
  voucher_amount: 200,
  device_id: 'counter',
  person_id: null,
  showtime_id: 'show',
  category,
  prices,
  tickets,
})

test('takingsOfSale divides a voucher and the rest over the categories, to the rupee [S-1001]', () => {
  const takings = takingsOfSale([part('Parking', 140, 0), part('Premium', 360, 2)])

  expect(
    takings.map(({ category, method, gross, tickets }) => [category, method, gross, tickets]),
  ).toEqual([
    ['Parking', 'cash', 140, 0],
    ['Premium', 'cash', 160, 2],
    ['Premium', 'voucher', 200, 0],
  ])
})

test('takingsOfSale counts a booking that a voucher has paid as a whole [S-1001]', () => {
  const row = { ...part('Premium', 360, 2), method: 'voucher' as const }

  expect(takingsOfSale([{ ...row, total_cost: 360, voucher_amount: 360 }])).toMatchObject([
    { method: 'voucher', gross: 360, tickets: 2 },
  ])
})
