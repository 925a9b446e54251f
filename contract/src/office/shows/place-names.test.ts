import { expect, test } from 'vitest'
import { accessText, bookedPlaceNames, placeName } from './place-names.ts'

test('a parking slot is named as one, because a seat can have the same label', () => {
  const [seat, slot] = [{ label: 'F3' }, { label: 'F3' }]

  expect(placeName({ kind: 'seat', ...seat })).toBe('F3')
  expect(placeName({ kind: 'fourWheeler', ...slot })).toBe('slot F3')
  expect(bookedPlaceNames({ seats: [seat], slots: [slot] })).toEqual(['F3', 'slot F3'])
})

test('accessText names the accessible places, and is empty without one [S-720]', () => {
  const [wheelchair, companion] = [
    { accessible: 'wheelchair' },
    { accessible: 'companion' },
  ] as const
  const places = [{ label: 'A1', ...wheelchair }, { label: 'A2', ...companion }, { label: 'A3' }]
  expect(accessText(places)).toBe('A1 is a wheelchair place, A2 is a companion seat')
  expect(accessText([{ label: 'A3' }])).toBe('')
})
