import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterHold,
  afterPush,
  afterRelease,
  afterRevision,
  newerOf,
  type Place,
  type PlaceMap,
  type PlacePush,
} from '#lib/places.ts'

const SIZE = 4
const UNTIL = '2026-12-01T13:00:00.000Z'

const place = (index: number, status: Place['status'] = 'AVAILABLE'): Place => ({
  _id: `seat ${index}`,
  status,
})
const hall = (rev = 1): PlaceMap => ({
  rev,
  behind: false,
  places: Array.from({ length: SIZE }, (_, index) => place(index)),
})

test('a push changes the places it names and leaves the others the very objects they were [R-7.19]', () => {
  const before = hall()

  const after = afterPush(before, { places: [place(1, 'SOLD')], rev: 2, since: 1, from: 1 })

  expect(after.places[1]?.status).toBe('SOLD')
  expect(after.places[0]).toBe(before.places[0])
  expect(after.rev).toBe(2)
})

test('an old push changes nothing', () => {
  const now = hall(7)

  expect(afterPush(now, { places: [place(1, 'SOLD')], rev: 7, since: 3, from: 6 })).toBe(now)
})

test('a push that follows a missed one is taken, but the map is known to be behind', () => {
  const after = afterPush(hall(1), { places: [place(1, 'SOLD')], rev: 3, since: 2, from: 2 })

  expect(after).toMatchObject({ rev: 1, behind: true })
  expect(after.places[1]?.status).toBe('SOLD')
})

test('what was fetched a while ago does not replace what is newer, unless that has gaps', () => {
  const known = hall(5)
  const fetched = hall(4)

  expect(newerOf(known, fetched)).toBe(known)
  expect(newerOf({ ...known, behind: true }, fetched)).toBe(fetched)
  expect(newerOf(undefined, fetched)).toBe(fetched)
})

test('one hold prolongs all of mine, and a release ends only its own', () => {
  const held = afterHold(afterHold(hall(), 'seat 0', UNTIL), 'seat 2', '2026-12-01T13:05:00.000Z')
  const released = afterRelease(held, 'seat 0')

  expect(held.places.map(({ holdUntil }) => holdUntil)).toEqual([
    '2026-12-01T13:05:00.000Z',
    undefined,
    '2026-12-01T13:05:00.000Z',
    undefined,
  ])
  expect(released.places[0]).toEqual(place(0))
  expect(released.places[2]?.heldByMe).toBe(true)
})

test('a release never frees a place that a push has already given to somebody else', () => {
  const taken = afterPush(hall(), { places: [place(0, 'HELD')], rev: 2, since: 1, from: 1 })

  expect(afterRelease(taken, 'seat 0').places[0]?.status).toBe('HELD')
})

test('a map of a moment between two looks is behind, whatever the push after it says', () => {
  const push = { places: [place(1, 'SOLD')], rev: 9, since: 4, from: 6 }

  expect(afterPush(hall(4), push)).toMatchObject({ rev: 9, behind: false })
  expect(afterPush(hall(6), push)).toMatchObject({ rev: 9, behind: false })
  expect(afterPush(hall(5), push)).toMatchObject({ rev: 5, behind: true })
  expect(afterPush(hall(8), push)).toMatchObject({ rev: 8, behind: true })
  expect([4, 5, 6, 7].map((rev) => afterRevision(hall(rev), 4, 6).behind)).toEqual([
    false,
    true,
    false,
    true,
  ])
})

type Step =
  | { kind: 'change'; index: number; status: Place['status'] }
  | { kind: 'look'; lost: boolean }
  | { kind: 'repeat'; which: number }
  | { kind: 'ask' | 'receive' | 'tick' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    // Few places with few fates: that things come and go is what matters.
    index: fc.nat(1),
    status: fc.constantFrom('AVAILABLE' as const, 'HELD' as const),
  }),
  fc.record({ kind: fc.constant('look' as const), lost: fc.boolean() }),
  fc.record({ kind: fc.constant('repeat' as const), which: fc.nat() }),
  fc.record({ kind: fc.constantFrom('ask' as const, 'receive' as const, 'tick' as const) }),
)

/**
 * A cinema in which things change, a server that looks now and then and tells what is different, and a browser that hears
 * some of it and asks at any moment: in one run of steps.
 */
function run(steps: Step[]) {
  let truth = hall()
  let board = truth
  let pushed = truth.rev
  let known = hall()
  let onItsWay: { map: PlaceMap; meanwhile: PlacePush[] } | undefined
  const told: PlacePush[] = []

  const hear = (push: PlacePush) => {
    known = afterPush(known, push)
    onItsWay?.meanwhile.push(push)
  }
  const receive = () => {
    if (onItsWay) known = newerOf(known, onItsWay.meanwhile.reduce(afterPush, onItsWay.map))
    onItsWay = undefined
  }
  const askForAll = () => {
    onItsWay = { map: truth, meanwhile: [] }
  }
  const look = (lost: boolean) => {
    const from = board.rev
    const places = truth.places.filter(({ status }, n) => status !== board.places[n]?.status)
    board = truth
    if (places.length === 0) return
    const push = { places, rev: truth.rev, since: pushed, from }
    pushed = truth.rev
    told.push(push)
    if (!lost) hear(push)
  }
  const tick = () => {
    if (truth.rev === board.rev) known = afterRevision(known, pushed, board.rev)
  }

  for (const step of steps) {
    if (step.kind === 'change') {
      const places = truth.places.with(step.index, place(step.index, step.status))
      truth = { ...truth, places, rev: truth.rev + 1 }
    }
    if (step.kind === 'look') look(step.lost)
    const again = step.kind === 'repeat' ? told[step.which % told.length] : undefined
    if (again) hear(again)
    if (step.kind === 'ask') askForAll()
    if (step.kind === 'receive') receive()
    if (step.kind === 'tick') tick()
  }
  look(false)
  tick()
  return { truth, receive, askForAll, known: () => known }
}

test('whatever is lost or repeated on the way, the map either is right or knows that it is not', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const { truth, known } = run(steps)
      if (!known().behind) expect(known().places).toEqual(truth.places)
    }),
    { numRuns: 2000 },
  )
})

test('one more fetch puts every map right', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { truth, receive, askForAll, known } = run(steps)
      receive()
      askForAll()
      receive()
      expect(known().places).toEqual(truth.places)
    }),
  )
})
