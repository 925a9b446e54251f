import { expect, test } from 'vitest'
import { AppError } from '#src/errors.ts'
import { given, selection, show, sold, visitor } from '#test/support/given.ts'
import { hours, time } from '#test/support/times.ts'
import { statusOf, viewOf } from '../views/seat-map.ts'
import { findPlaces, findPlacesOfScreen, inMapOrder, isForSale, priceOf } from './places.ts'
import { isProtecting, protectedUntil } from './times.ts'

const idsOf = (places: ReturnType<typeof findPlaces>) =>
  places instanceof AppError ? places.code : places.map(({ id }) => id)

test('findPlacesOfScreen returns places of the screen, each of the kind that was asked for', () => {
  const state = given()
  expect(idsOf(findPlacesOfScreen(state, ['two1', 'A1'], ['A1']))).toEqual(['two1', 'A1'])
  expect(idsOf(findPlacesOfScreen(state, ['A1', 'unknown']))).toBe('NOT_FOUND')
  expect(idsOf(findPlacesOfScreen(state, ['A1', 'two1'], ['A1', 'two1']))).toBe('NOT_FOUND')
  expect(idsOf(findPlacesOfScreen(state, ['A1'], []))).toBe('NOT_FOUND')
})

test('findPlaces refuses a place that is retired, unless its holder asks', () => {
  const state = given(show({ retired: ['A1'] }), selection({ holder: 'asha', places: ['A1'] }))
  expect(idsOf(findPlaces(state, { requester: visitor('ravi'), placeIds: ['A1'] }))).toBe(
    'NOT_FOUND',
  )
  expect(idsOf(findPlaces(state, { requester: visitor('asha'), placeIds: ['A1'] }))).toEqual(['A1'])
})

test('inMapOrder sorts places by kind and position', () => {
  const { layout } = given()
  expect(layout.places.toReversed().toSorted(inMapOrder)).toEqual(
    layout.places.toSorted(inMapOrder),
  )
  const places = findPlacesOfScreen({ layout }, ['two1', 'A2', 'A1'])
  expect(places instanceof AppError ? [] : places.toSorted(inMapOrder).map(({ id }) => id)).toEqual(
    ['A1', 'A2', 'two1'],
  )
})

test('priceOf is the price of the category or of the kind of slot, in rupees', () => {
  expect(priceOf({ kind: 'seat', category: 'Platinum' })).toBe(180)
  expect(priceOf({ kind: 'fourWheeler', category: null })).toBe(100)
})

test('isForSale leaves out places that are out of service or retired', () => {
  const { layout } = given(show({ outOfService: ['A1'], retired: ['A2'] }))
  const ids = layout.places.filter(isForSale).map(({ id }) => id)
  expect(ids).not.toContain('A1')
  expect(ids).not.toContain('A2')
  expect(ids).toContain('A3')
})

test('a show protects its accessible places until ACCESS_RELEASE_HOURS before its start', () => {
  const { show: details } = given(show({ startsIn: hours(30) }))
  const accessReleaseMs = hours(24)
  expect(protectedUntil(details, { accessReleaseMs })).toBe(time(hours(6)))
  expect(isProtecting(details, { accessReleaseMs, now: time(hours(6)) - 1 })).toBe(true)
  expect(isProtecting(details, { accessReleaseMs, now: time(hours(6)) })).toBe(false)
})

test('statusOf is HELD for a free accessible place while it is protected, and for no other free place', () => {
  const access = { A1: 'wheelchair', A2: 'wheelchair' } as const
  const state = given(
    show({ startsIn: hours(30), access, outOfService: ['A5'] }),
    sold({ places: ['A2'] }),
    selection({ holder: 'asha', places: ['A4'] }),
  )
  const statuses = (now: number) => {
    const view = viewOf(state, { now, accessReleaseMs: hours(24), holdMaxMs: hours(1) })
    return ['A1', 'A2', 'A3', 'A4', 'A5'].map((id) => {
      const place = state.layout.byId.get(id)
      return place && statusOf(view, place)
    })
  }
  expect(statuses(time(0))).toEqual(['HELD', 'SOLD', 'AVAILABLE', 'HELD', 'SOLD'])
  expect(statuses(time(hours(6)))).toEqual(['AVAILABLE', 'SOLD', 'AVAILABLE', 'AVAILABLE', 'SOLD'])
})
