import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '../places/place-map.ts'
import {
  actionFor,
  appearanceOf,
  type Pending,
  selectedPlaces,
  selectionDeadline,
} from './selection.ts'

const AVAILABLE: Place = { _id: 'a', status: 'AVAILABLE' }
const HELD: Place = { _id: 'a', status: 'HELD' }
const SOLD: Place = { _id: 'a', status: 'SOLD' }
const MINE: Place = { _id: 'a', status: 'HELD', heldByMe: true }

const NONE: Pending = new Map()
const HOLDING: Pending = new Map([['a', 'hold']])
const RELEASING: Pending = new Map([['a', 'release']])

const anyPlace = fc.constantFrom(AVAILABLE, HELD, SOLD, MINE)
const anyPending = fc.constantFrom(NONE, HOLDING, RELEASING)
const isOfAnother = (place: Place) => place === HELD || place === SOLD

test.each<[string, Place, Pending, string]>([
  ['an available place', AVAILABLE, NONE, 'available'],
  ['an own hold', MINE, NONE, 'selected'],
  ['a hold of another visitor', HELD, NONE, 'held'],
  ['a sold place', SOLD, NONE, 'sold'],
  ['a place with a pending hold', AVAILABLE, HOLDING, 'selected'],
  ['an own hold with a pending release', MINE, RELEASING, 'available'],
])('appearanceOf %s is as expected [R-4.16]', (_state, place, pending, appearance) => {
  expect(appearanceOf(place, pending)).toBe(appearance)
})

test('actionFor is undefined for a place of another visitor and for a pending request', () => {
  fc.assert(
    fc.property(anyPlace, anyPending, (place, pending) => {
      const expected = place === MINE ? 'release' : 'hold'
      const isRefused = isOfAnother(place) || pending.has('a')
      expect(actionFor(place, pending)).toBe(isRefused ? undefined : expected)
    }),
  )
})

test('selectedPlaces never contains a place of another visitor', () => {
  fc.assert(
    fc.property(anyPlace.filter(isOfAnother), anyPending, (place, pending) => {
      expect(selectedPlaces([place], pending)).toEqual([])
    }),
  )
})

test('selectionDeadline is the latest deadline, and undefined without a selection', () => {
  const until = (holdUntil: string): Place => ({ ...MINE, holdUntil })

  expect(selectionDeadline([until('2026-12-01T13:00:00Z'), until('2026-12-01T13:05:00Z')])).toBe(
    Date.parse('2026-12-01T13:05:00Z'),
  )
  expect(selectionDeadline([])).toBeUndefined()
})
