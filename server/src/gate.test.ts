import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

function work() {
  const done = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const start = () => {
    begun.resolve()
    return done.promise
  }
  return { start, begun: begun.promise, done }
}

test('works a few at a time, in the order they came, and refuses who would wait too long', async () => {
  const pass = createGate({ atOnce: 1, waiting: 1 })
  const [first, second, third] = [work(), work(), work()]

  const one = pass(first.start)
  const two = pass(second.start)
  await expect(pass(third.start)).rejects.toMatchObject({ statusCode: 503, code: 'UNAVAILABLE' })
  first.done.resolve('one')
  await second.begun
  const three = pass(third.start)
  second.done.resolve('two')
  third.done.resolve('three')

  expect(await Promise.all([one, two, three])).toEqual(['one', 'two', 'three'])
})

test('work that fails makes room like any other', async () => {
  const pass = createGate({ atOnce: 1, waiting: 0 })

  await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await pass(async () => 'served')).toBe('served')
})
