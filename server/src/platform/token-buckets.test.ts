import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

function setup() {
  let time = 0
  const take = createTokenBuckets<string>(new Map(), { burst: 2, perSecond: 4 }, () => time)
  const taken = (key: string) => [take(key), take(key), take(key)].filter(Boolean).length
  const setTime = (ms: number) => {
    time = ms
  }
  return { taken, setTime }
}

test('takeToken allows the burst at once for each key', () => {
  const { taken } = setup()
  expect([taken('a'), taken('a'), taken('b')]).toEqual([2, 0, 2])
})

test('takeToken allows the rate after the burst, and never more than the burst', () => {
  const { taken, setTime } = setup()
  taken('a')
  setTime(250)
  expect(taken('a')).toBe(1)
  setTime(60_000)
  expect(taken('a')).toBe(2)
})
