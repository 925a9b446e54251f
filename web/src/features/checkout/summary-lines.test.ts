import { totalCost } from '@marquee/contract/bookings'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import { expect, test } from 'vitest'
import { summaryLines } from './summary-lines.ts'

const seat = (seatNumber: string, category: string): Seat => ({
  _id: seatNumber,
  seatNumber,
  category,
  status: 'HELD',
  price: 1,
})
const slot = (slotNumber: string, type: ParkingSlot['type']): ParkingSlot => ({
  _id: slotNumber,
  slotNumber,
  type,
  status: 'HELD',
  price: 1,
})

test('summaryLines lists each seat and each type of slot, and adds up to the total', () => {
  const seats = [seat('A1', 'Gold'), seat('H4', 'Balcony')]
  const slots = [slot('T1', 'twoWheeler'), slot('T2', 'twoWheeler'), slot('F1', 'fourWheeler')]

  const lines = summaryLines(seats, slots)

  expect(lines).toEqual([
    { label: 'Seat A1', cost: 150 },
    { label: 'Seat H4', cost: 250 },
    { label: 'Two Wheeler Parking × 2', cost: 100 },
    { label: 'Four Wheeler Parking × 1', cost: 100 },
  ])
  expect(lines.reduce((sum, { cost }) => sum + cost, 0)).toBe(totalCost({ seats, slots }))
})
