import { groupByRow, layoutRow } from '@marquee/contract/seats/seat-rows'
import { expect, test } from 'vitest'
import { groupByBand } from './bands.ts'

const createSeat = (seatNumber: string, category: string) => ({
  _id: seatNumber,
  seatNumber,
  category,
  price: 150,
})

test('groupByBand groups neighbouring rows by tier and names each tier of a mixed row once', () => {
  const categories = {
    A1: 'Gold',
    A2: 'Silver',
    B1: 'Standard',
    C1: 'Platinum',
    D1: 'Standard',
    D2: 'VIP',
    D3: 'Balcony',
    E1: 'Standard',
  }
  const seats = Object.entries(categories).map(([n, category]) => createSeat(n, category))

  const bands = groupByBand(groupByRow(seats).map(layoutRow))

  expect(bands.map(({ tiers, rows }) => [tiers, rows.map(({ letters }) => letters)])).toEqual([
    [['standard'], ['A', 'B']],
    [['premium'], ['C']],
    [['standard', 'vip'], ['D']],
    [['standard'], ['E']],
  ])
})
