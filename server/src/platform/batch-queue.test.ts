import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'

interface Request {
  partition: string
  key: string
}

const limits = {
  maxBatch: 256,
  partitionOf: ({ partition }: Request) => partition,
  orderKeysOf: ({ key }: Request) => [key],
}
const HOLD = { ...limits }
const RELEASE = { ...limits }

/** A queue whose batches end when the test says so. Requests with the key `alone` are left out of their batch. */
function setup(options: { maxWaitMs?: number } = {}) {
  const batches: string[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const alone = Promise.withResolvers<void>()
  const enqueue = createBatchQueue({ concurrency: 2, ...options })

  const submit = (partition: string, key: string, operation = HOLD) =>
    enqueue({
      operation,
      request: { partition, key },
      writeTogether: async (requests: Request[]) => {
        batches.push(requests.map((request) => request.key))
        const end = Promise.withResolvers<void>()
        ends.push(end)
        await end.promise
        return new Map(
          requests.filter((one) => one.key !== 'alone').map((one) => [one, outcomeOf(one)]),
        )
      },
      writeAlone: (request: Request) => alone.promise.then(() => request.key),
    })
  const end = async (n: number) => {
    ends[n]?.resolve()
    await setImmediate()
    await setImmediate()
  }
  return { submit, batches, ends, end, alone }
}

const outcomeOf = ({ key }: Request) => (key === 'refused' ? new Error('refused') : key)

test('enqueue puts requests of one turn of the event loop in one batch and returns the result of each', async () => {
  const { submit, end, batches } = setup()
  const results = Promise.allSettled(['a', 'refused', 'b'].map((key) => submit('evening', key)))
  await setImmediate()
  await end(0)

  expect(batches).toEqual([['a', 'refused', 'b']])
  expect(await results).toMatchObject([
    { value: 'a' },
    { reason: { message: 'refused' } },
    { value: 'b' },
  ])
})

test('enqueue starts a batch of another partition at once, and of the same partition afterwards', async () => {
  const { submit, end, batches } = setup()
  void submit('evening', 'a')
  await setImmediate()
  void submit('evening', 'b')
  void submit('matinee', 'c')
  void submit('evening', 'd')
  await setImmediate()
  expect(batches).toEqual([['a'], ['c']])

  await end(0)
  expect(batches).toEqual([['a'], ['c'], ['b', 'd']])
})

test('enqueue runs at most as many batches at a time as its concurrency', async () => {
  const { submit, end, batches } = setup()
  for (const partition of ['morning', 'matinee', 'evening']) {
    void submit(partition, partition)
    await setImmediate()
  }
  expect(batches).toEqual([['morning'], ['matinee']])

  await end(1)
  expect(batches).toEqual([['morning'], ['matinee'], ['evening']])
})

test('enqueue keeps the order of requests with one key across operations and partitions', async () => {
  const { submit, end, batches } = setup()
  void submit('matinee', 'b', RELEASE)
  void submit('evening', 'a', HOLD)
  void submit('matinee', 'a', RELEASE)
  void submit('evening', 'a', HOLD)
  await setImmediate()
  expect(batches).toEqual([['b'], ['a']])

  for (const n of [0, 1, 2, 3]) await end(n)
  expect(batches).toEqual([['b'], ['a'], ['a'], ['a']])
})

test('enqueue writes a request without an outcome alone, and holds back only later requests with its key', async () => {
  const { submit, end, batches, alone } = setup()
  const result = submit('evening', 'alone')
  await setImmediate()
  await end(0)
  void submit('evening', 'alone')
  void submit('evening', 'a')
  await setImmediate()
  expect(batches).toEqual([['alone'], ['a']])

  alone.resolve()
  expect(await result).toBe('alone')
  await end(1)
  expect(batches).toEqual([['alone'], ['a'], ['alone']])
})

test('enqueue rejects all requests of a batch that fails, and goes on with the next', async () => {
  const { submit, ends, end } = setup()
  const results = Promise.allSettled([submit('evening', 'a'), submit('evening', 'b')])
  await setImmediate()
  ends[0]?.reject(new Error('no database'))
  expect(await results).toMatchObject([
    { reason: { message: 'no database' } },
    { reason: { message: 'no database' } },
  ])

  const next = submit('evening', 'c')
  await setImmediate()
  await end(1)
  expect(await next).toBe('c')
})

test('enqueue refuses a request with UNAVAILABLE when 1,000 with its key are waiting', async () => {
  const { submit } = setup()
  const waiting = Array.from({ length: 1000 }, () => submit('evening', 'a'))

  await expect(submit('evening', 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  void submit('evening', 'b')
  expect(waiting).toHaveLength(1000)
})

test('enqueue refuses all waiting requests when a batch is not answered in time, and goes on', async () => {
  const { submit, batches, ends, end } = setup()
  const results = Promise.allSettled([
    submit('evening', 'started'),
    setImmediate().then(() => submit('evening', 'waiting')),
  ])
  await setImmediate()
  await setImmediate()
  ends[0]?.reject(Object.assign(new Error('too long'), { code: 'ETIMEDOUT' }))

  expect(await results).toMatchObject([
    { reason: { message: 'too long' } },
    { reason: { code: 'UNAVAILABLE' } },
  ])
  const next = submit('evening', 'next')
  await setImmediate()
  await end(1)
  expect(await next).toBe('next')
  expect(batches).toEqual([['started'], ['next']])
})

test('enqueue refuses a request that is written alone when it takes too long', async () => {
  const { submit, end, alone } = setup({ maxWaitMs: 50 })
  const refused = submit('evening', 'alone')
  await setImmediate()
  await end(0)

  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  alone.resolve()
})

test('enqueue refuses a request that has waited too long behind an earlier one with its key', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { submit, end, batches } = setup({ maxWaitMs: 5000 })
  const first = submit('evening', 'a')
  await setImmediate()
  const late = submit('matinee', 'a')
  await vi.advanceTimersByTimeAsync(4000)
  const inTime = submit('matinee', 'a')
  await vi.advanceTimersByTimeAsync(1000)
  void end(0)

  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await end(1)
  expect(await Promise.all([first, inTime])).toEqual(['a', 'a'])
  expect(batches).toEqual([['a'], ['a']])
  vi.useRealTimers()
})
