import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'

interface Wish {
  showtimeId: string
  holder: string
  verb?: string
}

/** Batches as they begin, and how to let each of them end. */
function aDesk() {
  const begun: Wish[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const ask = createBatchQueue<Wish, string>({
    alike: (one, other) => one.verb === other.verb,
    namesOf: ({ holder }) => [holder],
    most: 256,
    atOnce: 2,
    together: async (wishes) => {
      begun.push(wishes)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      await end.promise
      return wishes.map(({ holder }) => () => {
        if (holder === 'nobody') throw new Error('refused')
        return holder
      })
    },
  })
  const end = async (n: number) => {
    ends[n]?.resolve()
    await setImmediate()
  }
  return { ask, begun, ends, end, names: () => begun.map((all) => all.map(({ holder }) => holder)) }
}

const at = (showtimeId: string, holder: string, verb = 'hold') => ({ showtimeId, holder, verb })

test('what is asked at the same moment is done together, and each hears their own answer', async () => {
  const { ask, end, names } = aDesk()
  const answers = ['asha', 'nobody', 'ravi'].map((holder) => ask(at('evening', holder)))
  const heard = Promise.allSettled(answers)
  await setImmediate()
  await end(0)

  expect(names()).toEqual([['asha', 'nobody', 'ravi']])
  expect((await heard).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await answers[2]).toBe('ravi')
})

test('what comes meanwhile for the same showtime goes next, for another one at once', async () => {
  const { ask, end, names } = aDesk()
  void ask(at('evening', 'asha'))
  await setImmediate()
  void ask(at('evening', 'ravi'))
  void ask(at('matinee', 'bala'))
  void ask(at('evening', 'chitra'))
  await setImmediate()
  expect(names()).toEqual([['asha'], ['bala']])

  await end(0)
  expect(names()).toEqual([['asha'], ['bala'], ['ravi', 'chitra']])
})

test('there are never more than two batches under way', async () => {
  const { ask, end, names } = aDesk()
  for (const show of ['morning', 'matinee', 'evening']) {
    void ask(at(show, show))
    await setImmediate()
  }
  expect(names()).toEqual([['morning'], ['matinee']])

  await end(1)
  expect(names()).toEqual([['morning'], ['matinee'], ['evening']])
})

test('one holder is in a batch once, and their wishes keep their order, whatever their kind', async () => {
  const { ask, end, begun } = aDesk()
  void ask(at('matinee', 'ravi', 'release'))
  void ask(at('evening', 'asha', 'hold'))
  void ask(at('evening', 'asha', 'release'))
  void ask(at('evening', 'asha', 'hold'))
  await setImmediate()
  for (const n of [0, 1, 2]) await end(n)
  await end(3)

  expect(begun.flat().map(({ holder, verb }) => `${holder} ${verb}`)).toEqual([
    'ravi release',
    'asha hold',
    'asha release',
    'asha hold',
  ])
})

test('when all of it fails, all hear why, and the next are served', async () => {
  const { ask, ends, end, names } = aDesk()
  const heard = Promise.allSettled([ask(at('evening', 'asha')), ask(at('evening', 'ravi'))])
  await setImmediate()
  ends[0]?.reject(new Error('no database'))
  expect(await heard).toMatchObject(
    ['asha', 'ravi'].map(() => ({ status: 'rejected', reason: { message: 'no database' } })),
  )

  const next = ask(at('evening', 'bala'))
  await setImmediate()
  await end(1)
  expect(await next).toBe('bala')
  expect(names()).toHaveLength(2)
})
