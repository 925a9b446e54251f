import { expect, test } from 'vitest'
import { plannedPlaces } from './show-moves.ts'

test('plannedPlaces tells a parking slot from a seat with the same label', () => {
  const seats = [{ from: 'F3', to: 'J1' }]
  const slots = [
    { from: 'F3', to: 'F3' },
    { from: 'F4', to: null },
  ]
  expect(plannedPlaces({ seats, slots })).toEqual([
    { from: 'F3', to: 'J1' },
    { from: 'slot F3', to: 'slot F3' },
    { from: 'slot F4', to: null },
  ])
})
