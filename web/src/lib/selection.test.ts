import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '#lib/places.ts'
import { appearanceOf, heldUntil, type Pending, selectedOf, wishFor } from '#lib/selection.ts'

const place = fc.oneof(
  fc.constantFrom<Place>(
    { _id: 'a', status: 'AVAILABLE' },
    { _id: 'a', status: 'HELD' },
    { _id: 'a', status: 'SOLD' },
    { _id: 'a', status: 'HELD', heldByMe: true, holdUntil: '2026-12-01T13:00:00.000Z' },
  ),
)
const pending: fc.Arbitrary<Pending> = fc.constantFrom<Pending>(
  new Map(),
  new Map([['a', 'hold' as const]]),
  new Map([['a', 'release' as const]]),
)

test.each<[string, Place, string]>([
  ['free', { _id: 'a', status: 'AVAILABLE' }, 'available'],
  ['held by me', { _id: 'a', status: 'HELD', heldByMe: true }, 'selected'],
  ['held by another', { _id: 'a', status: 'HELD' }, 'held'],
  ['sold', { _id: 'a', status: 'SOLD' }, 'sold'],
])('a place that is %s looks it [R-4.16]', (_state, given, appearance) => {
  expect(appearanceOf(given, new Map())).toBe(appearance)
})

test('what is asked for shows before it is answered', () => {
  const free: Place = { _id: 'a', status: 'AVAILABLE' }
  const mine: Place = { _id: 'a', status: 'HELD', heldByMe: true }

  expect(appearanceOf(free, new Map([['a', 'hold']]))).toBe('selected')
  expect(appearanceOf(mine, new Map([['a', 'release']]))).toBe('available')
})

test("nothing is ever wished of a sold place or another's, nor twice before an answer", () => {
  fc.assert(
    fc.property(place, pending, (given, asked) => {
      const anothers = given.status === 'SOLD' || (given.status === 'HELD' && !given.heldByMe)
      if (anothers || asked.has('a')) expect(wishFor(given, asked)).toBeUndefined()
      else expect(wishFor(given, asked)).toBe(given.heldByMe ? 'release' : 'hold')
    }),
  )
})

test("another's place is never part of the selection, whatever was asked for", () => {
  fc.assert(
    fc.property(place, pending, (given, asked) => {
      const anothers = given.status === 'SOLD' || (given.status === 'HELD' && !given.heldByMe)
      if (anothers) expect(selectedOf([given], asked)).toEqual([])
    }),
  )
})

test('a selection lasts as long as its latest word says', () => {
  const until = (holdUntil: string): Place => ({
    _id: 'a',
    status: 'HELD',
    heldByMe: true,
    holdUntil,
  })

  expect(heldUntil([until('2026-12-01T13:00:00Z'), until('2026-12-01T13:05:00Z')])).toBe(
    Date.parse('2026-12-01T13:05:00Z'),
  )
  expect(heldUntil([])).toBeUndefined()
})
