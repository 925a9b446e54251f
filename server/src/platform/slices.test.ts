import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inSlices } from './slices.ts'

const ITEMS = Array.from({ length: 250 }, (_, n) => n)

test('inSlices handles all items in order, and serves others in between when it takes long', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const events: (number[] | 'request')[] = []

  void yieldToEventLoop().then(() => events.push('request'))
  const handled = inSlices(ITEMS, (slice) => {
    now += 60
    events.push([...slice])
  })
  await handled
  vi.restoreAllMocks()

  expect(events.filter((event) => event !== 'request').flat()).toEqual(ITEMS)
  expect(events.indexOf('request')).toBe(2)
})

test('inSlices handles all items at once when that is fast', async () => {
  const handled: number[] = []
  void inSlices(ITEMS, (slice) => handled.push(...slice))

  expect(handled).toEqual(ITEMS)
})
