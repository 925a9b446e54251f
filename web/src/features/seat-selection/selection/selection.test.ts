import { expect, test } from 'vitest'
import { type MapPlace, placeKey } from '#features/seat-selection/places/place-map.ts'
import {
  getAction,
  getAppearance,
  getHoldUntilMs,
  type PendingActions,
  type PlaceAction,
  selectedPlaces,
} from './selection.ts'

const AVAILABLE: MapPlace = { _id: 'a', status: 'AVAILABLE' }
const HELD: MapPlace = { _id: 'a', status: 'HELD' }
const SOLD: MapPlace = { _id: 'a', status: 'SOLD' }
const MINE: MapPlace = { _id: 'a', status: 'HELD', heldByMe: true }

const FRIENDS: MapPlace = { _id: 'a', status: 'HELD', friend: 'Maya' }
const RELEASABLE: MapPlace = { ...FRIENDS, releasable: true }

const NONE: PendingActions = new Map()
const HOLDING: PendingActions = new Map([[placeKey(AVAILABLE), 'hold']])
const RELEASING: PendingActions = new Map([[placeKey(AVAILABLE), 'release']])

test.each<[string, MapPlace, PendingActions, string, PlaceAction | undefined]>([
  ['an available place', AVAILABLE, NONE, 'available', 'hold'],
  ['an available place with a pending hold', AVAILABLE, HOLDING, 'selected', undefined],
  ['an own hold', MINE, NONE, 'selected', 'release'],
  ['an own hold with a pending release', MINE, RELEASING, 'available', undefined],
  ['a hold of another visitor', HELD, NONE, 'held', undefined],
  ['a held place with a pending hold', HELD, HOLDING, 'selected', undefined],
  ['a place of a friend', FRIENDS, NONE, 'friend', undefined],
  ['a place of a friend in the own selection', RELEASABLE, NONE, 'friend', 'release'],
  ['one with a pending release', RELEASABLE, RELEASING, 'available', undefined],
  ['a sold place', SOLD, NONE, 'sold', undefined],
  ['a sold place with a pending hold', SOLD, HOLDING, 'sold', undefined],
])(
  '%s has the expected appearance and action [R-4.16]',
  (_case, place, pending, appearance, action) => {
    expect(getAppearance(place, pending)).toBe(appearance)
    expect(getAction(place, pending)).toBe(action)
    expect(selectedPlaces([place], pending)).toEqual(appearance === 'selected' ? [place] : [])
  },
)

test('getHoldUntilMs returns the latest deadline, or undefined without a selection', () => {
  const until = (holdUntil: string): MapPlace => ({ ...MINE, holdUntil })

  expect(getHoldUntilMs([until('2026-12-01T13:00:00Z'), until('2026-12-01T13:05:00Z')])).toBe(
    Date.parse('2026-12-01T13:05:00Z'),
  )
  expect(getHoldUntilMs([])).toBeUndefined()
})
