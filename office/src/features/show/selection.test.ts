import { expect, test } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { chosenPlaces, EMPTY_SELECTION, togglePlace } from './selection.ts'

const [a1, a2] = [createPlace('A1'), createPlace('A2')]
const blocked = createPlace('B1', { status: 'BLOCKED' })
const sold = createPlace('C1', { status: 'SOLD' })
const places = [a1, a2, blocked, sold]

const choose = (...chosen: (typeof a1)[]) =>
  chosen.reduce((selection, place) => togglePlace(selection, place, places), EMPTY_SELECTION)

test('togglePlace adds places and removes a place that is chosen again', () => {
  expect([...choose(a1, a2)]).toEqual(['A1', 'A2'])
  expect([...choose(a1, a2, a1)]).toEqual(['A2'])
})

test('togglePlace starts a new selection with a place of the other kind and ignores sold places', () => {
  expect([...choose(a1, a2, blocked)]).toEqual(['B1'])
  expect([...choose(a1, sold)]).toEqual(['A1'])
})

test('chosenPlaces leaves out a place that has been sold in the meantime', () => {
  const now = places.map((place) => (place === a1 ? { ...place, status: 'SOLD' as const } : place))
  expect(chosenPlaces(choose(a1, a2), now)).toEqual([a2])
})
