import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyHold,
  applyPush,
  applyRelease,
  checkRevision,
  isStale,
  type MapPlace,
  markStale,
  newerMap,
  type PlaceMap,
  type PlacePush,
  placeKey,
} from './place-map.ts'

const SIZE = 4
const UNTIL = '2026-12-01T13:00:00.000Z'
const LATER = '2026-12-01T13:05:00.000Z'

const createPlace = (index: number, status: MapPlace['status'] = 'AVAILABLE'): MapPlace => ({
  _id: `seat ${index}`,
  status,
})
const keyOf = (index: number) => placeKey(createPlace(index))
const createMap = (rev = 1): PlaceMap => ({
  rev,
  places: Array.from({ length: SIZE }, (_, index) => createPlace(index)),
})
const SOLD = { places: [createPlace(1, 'SOLD')] }

test('applyPush changes only the named places and keeps the other objects [R-7.19]', () => {
  const before = createMap()

  const after = applyPush(before, { ...SOLD, rev: 2, previousPushRev: 1, sinceRev: 1 })

  expect(after).toMatchObject({ rev: 2, neededRev: undefined })
  expect(after.places[1]?.status).toBe('SOLD')
  expect(after.places[0]).toBe(before.places[0])
})

test('applyPush ignores a push that is not newer than the map', () => {
  const map = createMap(7)

  expect(applyPush(map, { ...SOLD, rev: 7, previousPushRev: 3, sinceRev: 6 })).toBe(map)
})

test.each([
  [4, { rev: 9, neededRev: undefined }],
  [6, { rev: 9, neededRev: undefined }],
  [3, { rev: 3, neededRev: 9 }],
  [5, { rev: 5, neededRev: 9 }],
  [8, { rev: 8, neededRev: 9 }],
])(
  'applyPush with previousPushRev 4 and sinceRev 6 to a map of revision %i gives %o',
  (rev, expected) => {
    const after = applyPush(createMap(rev), { ...SOLD, rev: 9, previousPushRev: 4, sinceRev: 6 })

    expect(after).toMatchObject(expected)
    expect(after.places[1]?.status).toBe('SOLD')
  },
)

test('checkRevision marks every map stale that is neither at the last push nor current', () => {
  const isMarked = (rev: number) => isStale(checkRevision(createMap(rev), 4, 6))

  expect([4, 5, 6, 7].map(isMarked)).toEqual([false, true, false, true])
})

test('newerMap keeps the cached map only if it is newer and not stale', () => {
  const cached = createMap(5)
  const fetched = createMap(4)

  expect(newerMap(cached, fetched)).toBe(cached)
  expect(newerMap(markStale(cached), fetched)).toBe(fetched)
  expect(newerMap(undefined, fetched)).toBe(fetched)
})

test('a fetched map that is older than an announced revision stays stale', () => {
  const stale = checkRevision(createMap(3), 5, 5)

  expect(newerMap(stale, createMap(4))).toEqual({ ...createMap(4), neededRev: 5 })
  expect(isStale(newerMap(stale, createMap(5)))).toBe(false)
})

test('applyHold sets the deadline of all own holds, applyRelease frees one of them', () => {
  const held = applyHold(applyHold(createMap(), UNTIL, [keyOf(0)]), LATER, [keyOf(2)])
  const deadlines = (map: PlaceMap) => map.places.map(({ holdUntil }) => holdUntil)

  expect(deadlines(held)).toEqual([LATER, undefined, LATER, undefined])
  expect(deadlines(applyHold(held, UNTIL))).toEqual([UNTIL, undefined, UNTIL, undefined])
  expect(applyRelease(held, keyOf(0)).places[0]).toEqual(createPlace(0))
  expect(applyRelease(held, keyOf(0)).places[2]?.heldByMe).toBe(true)
})

test('applyRelease does not free a place that another visitor already holds', () => {
  const taken = applyPush(createMap(), {
    places: [createPlace(0, 'HELD')],
    rev: 2,
    previousPushRev: 1,
    sinceRev: 1,
  })

  expect(applyRelease(taken, keyOf(0)).places[0]?.status).toBe('HELD')
})

const step = fc.record({
  kind: fc.constantFrom(
    ...(['change', 'push', 'losePush', 'repeatPush'] as const),
    ...(['startFetch', 'startOldFetch', 'finishFetch', 'announceRevision'] as const),
  ),
  // Few places and states, so that changes are often undone.
  index: fc.nat(1),
  status: fc.constantFrom('AVAILABLE' as const, 'HELD' as const),
  which: fc.nat(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A server that broadcasts differences, and a browser that loses some pushes and fetches at any moment. */
function simulate(steps: Step[]) {
  let server = createMap()
  let snapshot = server
  let lastPush = server.rev
  let browser = createMap()
  const history = [server]
  let fetch: { map: PlaceMap; pushes: PlacePush[] } | undefined
  const sent: PlacePush[] = []

  const receive = (push: PlacePush) => {
    browser = applyPush(browser, push)
    fetch?.pushes.push(push)
  }
  const startFetch = (map: PlaceMap) => {
    fetch = { map, pushes: [] }
  }
  const finishFetch = () => {
    if (fetch) browser = newerMap(browser, fetch.pushes.reduce(applyPush, fetch.map))
    fetch = undefined
  }
  const broadcast = (lost: boolean) => {
    const from = snapshot.rev
    const places = server.places.filter(({ status }, n) => status !== snapshot.places[n]?.status)
    snapshot = server
    if (places.length === 0) return
    const push = { places, rev: server.rev, previousPushRev: lastPush, sinceRev: from }
    lastPush = server.rev
    sent.push(push)
    if (!lost) receive(push)
  }
  const announceRevision = () => {
    if (server.rev === snapshot.rev) browser = checkRevision(browser, lastPush, snapshot.rev)
  }

  for (const { kind, index, status, which } of steps) {
    if (kind === 'change') {
      const places = server.places.with(index, createPlace(index, status))
      server = { ...server, places, rev: server.rev + 1 }
      history.push(server)
    }
    if (kind === 'push' || kind === 'losePush') broadcast(kind === 'losePush')
    const repeated = kind === 'repeatPush' ? sent[which % sent.length] : undefined
    if (repeated) receive(repeated)
    if (kind === 'startFetch') startFetch(server)
    // From a node that has not seen the latest changes.
    if (kind === 'startOldFetch') startFetch(history[which % history.length] ?? server)
    if (kind === 'finishFetch') finishFetch()
    if (kind === 'announceRevision') announceRevision()
  }
  broadcast(false)
  announceRevision()
  return { server, browser: () => browser, startFetch, finishFetch }
}

test('the map equals that of the server or is stale, whichever pushes are lost or repeated', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const { server, browser } = simulate(steps)
      if (!isStale(browser())) expect(browser().places).toEqual(server.places)
    }),
    randomRuns({ few: 300, many: 10_000 }),
  )
})

test('the map equals that of the server after one more fetch', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { server, browser, startFetch, finishFetch } = simulate(steps)
      finishFetch()
      startFetch(server)
      finishFetch()
      expect(browser().places).toEqual(server.places)
    }),
    randomRuns({ few: 300, many: 10_000 }),
  )
})

test('applyPush applies a push without a revision and keeps the revision of the map', () => {
  const map = createMap(3)

  const after = applyPush(map, { places: SOLD.places })

  expect(after.rev).toBe(3)
  expect(isStale(after)).toBe(false)
  expect(after.places).toEqual(expect.arrayContaining(SOLD.places))
})

test('a push, a hold and a release change the slot with their id and type only [R-7.20][S-614]', () => {
  const createSlot = (type: 'twoWheeler' | 'fourWheeler') => ({ ...createPlace(0), type })
  const slots = { rev: 1, places: [createSlot('twoWheeler'), createSlot('fourWheeler')] }

  const sold: MapPlace = { ...createSlot('fourWheeler'), status: 'SOLD' }
  const pushed = applyPush<MapPlace>(slots, { places: [sold] })
  expect(pushed.places).toEqual([createSlot('twoWheeler'), sold])

  const held = applyHold<PlaceMap>(slots, UNTIL, [placeKey(createSlot('twoWheeler'))])
  expect(held.places.map(({ status }) => status)).toEqual(['HELD', 'AVAILABLE'])

  const bothHeld = applyHold(held, UNTIL, [placeKey(createSlot('fourWheeler'))])
  const released = applyRelease(bothHeld, placeKey(createSlot('twoWheeler')))
  expect(released.places.map(({ status }) => status)).toEqual(['AVAILABLE', 'HELD'])
})
