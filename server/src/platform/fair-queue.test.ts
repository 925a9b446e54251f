import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Runs tasks of these keys, given as one text such as `aaab`. Returns the order of their starts and the refused keys. */
async function runAll(keys: string, options: Parameters<typeof createFairQueue>[0]) {
  const run = createFairQueue(options)
  const order: string[] = []
  let running = 0
  const tasks = [...keys].map((key, index) =>
    run(key, async () => {
      order.push(`${key}${index}`)
      running += 1
      await setImmediate()
      expect(running).toBeLessThanOrEqual(options.concurrency)
      running -= 1
    }),
  )
  const outcomes = await Promise.allSettled(tasks)
  const refused = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${keys[index]}${index} ${outcome.reason.code}`] : [],
  )
  return { order, refused }
}

test('createFairQueue gives each key its turn, and each key its tasks in order of arrival', async () => {
  const { order, refused } = await runAll('aaaabbc', { concurrency: 1, maxQueued: 10 })

  expect(order).toEqual(['a0', 'a1', 'b4', 'c6', 'a2', 'b5', 'a3'])
  expect(refused).toEqual([])
})

test('createFairQueue runs as many tasks at once as its concurrency', async () => {
  const { order } = await runAll('aaabb', { concurrency: 2, maxQueued: 10 })

  expect(order).toEqual(['a0', 'a1', 'a2', 'b3', 'b4'])
})

test('createFairQueue that is full refuses the newest task of the key with the most tasks', async () => {
  const { order, refused } = await runAll('aaaaabcdb', { concurrency: 1, maxQueued: 4 })

  expect(refused).toEqual(['a2 UNAVAILABLE', 'a3 UNAVAILABLE', 'a4 UNAVAILABLE', 'b8 UNAVAILABLE'])
  expect(order).toEqual(['a0', 'a1', 'b5', 'c6', 'd7'])
})

test('createFairQueue runs the next task after one that fails', async () => {
  const run = createFairQueue({ concurrency: 1, maxQueued: 1 })
  const failing = run('a', () => Promise.reject(new Error('broken')))
  const next = run('a', async () => 'served')

  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('served')
})
