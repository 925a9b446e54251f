import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('lets so many work at once and no more, in the order they came', async () => {
  const pass = createSemaphore({ atOnce: 2, waiting: 8 })
  const order: number[] = []
  let working = 0
  const work = (n: number) => async () => {
    order.push(n)
    working += 1
    await setImmediate()
    expect(working).toBeLessThanOrEqual(2)
    working -= 1
    // Whoever comes while places change hands goes to the end like anybody else.
    if (n < 4) late.push(pass(work(n + 6)))
  }
  const late: Promise<void>[] = []

  await Promise.all([0, 1, 2, 3, 4, 5].map((n) => pass(work(n))))
  await Promise.all(late)

  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('whoever would have to wait too long is told at once', async () => {
  const pass = createSemaphore({ atOnce: 1, waiting: 1 })
  const first = Promise.withResolvers<string>()

  const one = pass(() => first.promise)
  const two = pass(async () => 'two')
  await expect(pass(async () => 'three')).rejects.toMatchObject({
    statusCode: 503,
    code: 'UNAVAILABLE',
  })
  first.resolve('one')

  expect(await Promise.all([one, two])).toEqual(['one', 'two'])
})

test('work that fails makes room like any other', async () => {
  const pass = createSemaphore({ atOnce: 1, waiting: 0 })

  await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await pass(async () => 'served')).toBe('served')
})
