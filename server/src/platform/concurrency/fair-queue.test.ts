import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** A capital letter is another member of the group of its small letter. */
const requesterOf = (key: string) => [key.toLowerCase(), key] as const

/** Runs tasks of these keys, given as one text such as `aaab`. Returns the order of their starts and the refused keys. */
async function runAll(keys: string, options: Parameters<typeof createFairQueue>[0]) {
  const run = createFairQueue(options)
  const order: string[] = []
  let running = 0
  const tasks = [...keys].map((key, index) =>
    run(requesterOf(key), async () => {
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

test('createFairQueue gives each group its turn, and the members of a group theirs [S-700]', async () => {
  const { order } = await runAll('aaaAAbcc', { concurrency: 1, maxQueued: 10 })

  expect(order).toEqual(['a0', 'a1', 'b5', 'c6', 'A3', 'c7', 'a2', 'A4'])
})

test('createFairQueue lets the event loop turn before each of 60 tasks [S-701]', async () => {
  const run = createFairQueue({ concurrency: 1, maxQueued: 60 })
  let turns = 0
  let isDone = false
  const countPositions = async () => {
    while (!isDone) {
      await setImmediate()
      turns += 1
    }
  }
  const counting = countPositions()

  const turnsAtStart = await Promise.all(
    Array.from({ length: 60 }, (_, n) => run([`${n}`], async () => turns)),
  )

  isDone = true
  await counting
  expect(new Set(turnsAtStart).size).toBe(60)
})

test('createFairQueue lets the event loop turn between tasks that one caller awaits [S-701]', async () => {
  const run = createFairQueue({ concurrency: 1, maxQueued: 1 })
  const events: string[] = []
  await run(['a'], async () => {
    events.push('first')
    void setImmediate().then(() => events.push('turn'))
  })
  await run(['a'], async () => events.push('second'))

  expect(events).toEqual(['first', 'turn', 'second'])
})

test('createFairQueue that is full refuses a task of the largest member of the largest group [S-700]', async () => {
  const { refused } = await runAll('aaaAbbc', { concurrency: 1, maxQueued: 4 })

  expect(refused).toEqual(['a1 UNAVAILABLE', 'a2 UNAVAILABLE'])
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
  const failing = run(['a'], () => Promise.reject(new Error('broken')))
  const next = run(['a'], async () => 'served')

  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('served')
})
