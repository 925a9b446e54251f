import { expect, test } from 'vitest'
import { bookedPlaceNames, placeName } from './place-names.ts'

test('a parking slot is named as one, because a seat can have the same label', () => {
  const [seat, slot] = [{ label: 'F3' }, { label: 'F3' }]

  expect(placeName({ kind: 'seat', ...seat })).toBe('F3')
  expect(placeName({ kind: 'fourWheeler', ...slot })).toBe('slot F3')
  expect(bookedPlaceNames({ seats: [seat], slots: [slot] })).toEqual(['F3', 'slot F3'])
})
