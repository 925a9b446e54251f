import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createViewedStates } from './showtimes.ts'
import type { ShowtimeState } from './state.ts'

const stateOf = (rev: number) => ({ id: 'show', version: `v${rev}`, rev }) as ShowtimeState

function setUp() {
  let rev = 1
  const viewed = createViewedStates(async () => stateOf(rev))
  const told: number[] = []
  return {
    ...viewed,
    told,
    change: () => {
      rev += 1
    },
    watch: () =>
      viewed.watch('show', async (state) => {
        told.push(state.rev)
      }),
    viewRev: async () => (await viewed.view('show')).rev,
  }
}

test('a watched state is told before a viewer gets it, and no other one is given', async () => {
  const { change, told, viewRev, watch } = setUp()
  watch()
  const given = new Set<number>()

  for (let n = 0; n < 20; n += 1) {
    const views = [viewRev(), viewRev()]
    change()
    views.push(viewRev())
    for (const view of views) {
      const rev = await view
      expect(told).toContain(rev)
      given.add(rev)
    }
  }

  expect(told).toEqual([...given])
})

test('a viewer gets all changes that were made before, together', async () => {
  const { change, told, viewRev, watch } = setUp()
  watch()
  await viewRev()
  for (let n = 0; n < 9; n += 1) change()

  expect(await Promise.all([viewRev(), viewRev()])).toEqual([10, 10])
  expect(told).toEqual([1, 10])
})

test('telling viewers takes half of the time at most, however many they are', async () => {
  const TELLING_MS = 100
  let rev = 1
  const { view, watch } = createViewedStates(async () => stateOf(rev))
  const told: number[] = []
  watch('show', async () => {
    told.push(performance.now())
    while (performance.now() - (told.at(-1) ?? 0) < TELLING_MS);
  })

  await view('show')
  rev += 1
  await view('show')

  const [first = 0, second = 0] = told
  // Timers count whole milliseconds.
  expect(second - first).toBeGreaterThan(1.9 * TELLING_MS)
})

test('the next state is told when all viewers have been told of the one before', async () => {
  let rev = 1
  const { view, watch } = createViewedStates(async () => stateOf(rev))
  const sent = Promise.withResolvers<void>()
  const told: number[] = []
  watch('show', async (state) => {
    told.push(state.rev)
    if (state.rev === 1) await sent.promise
  })

  const first = view('show')
  await expect.poll(() => told).toEqual([1])
  rev += 1
  const second = view('show')
  // Longer than the interval between two states.
  await pause(100)
  expect(told).toEqual([1])
  sent.resolve()

  expect([(await first).rev, (await second).rev]).toEqual([1, 2])
  expect(told).toEqual([1, 2])
})

test('a showtime without viewers is given as it is', async () => {
  const { change, told, unwatch, viewRev, watch } = setUp()
  watch()
  unwatch('show')
  change()

  expect(await viewRev()).toBe(2)
  expect(told).toEqual([])
})
