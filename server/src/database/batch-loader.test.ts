import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

/** Readings as they begin, and how to let each of them end. */
function aReader() {
  const begun: string[][] = []
  const ends: PromiseWithResolvers<Map<string, string>>[] = []
  const ask = createBatchLoader<string>((names) => {
    begun.push(names)
    const end = Promise.withResolvers<Map<string, string>>()
    ends.push(end)
    return end.promise
  })
  return { ask, begun, ends }
}

test('what is asked while something is being read is read next, all of it together and each name once', async () => {
  const { ask, begun, ends } = aReader()
  const first = ask('asha')
  const later = ['asha', 'ravi', 'asha', 'nobody'].map(ask)
  ends[0]?.resolve(new Map([['asha', 'before']]))
  expect(await first).toBe('before')

  ends[1]?.resolve(
    new Map([
      ['asha', 'after'],
      ['ravi', 'here'],
    ]),
  )
  expect(await Promise.all(later)).toEqual(['after', 'here', 'after', undefined])
  expect(begun).toEqual([['asha'], ['asha', 'ravi', 'nobody']])
})

test('a reading that fails is told to those who asked for it, and to nobody after them', async () => {
  const { ask, ends } = aReader()
  const first = ask('asha')
  const next = ask('asha')
  ends[0]?.reject(new Error('the line broke'))
  await expect(first).rejects.toThrow('the line broke')

  ends[1]?.resolve(new Map([['asha', 'here']]))
  expect(await next).toBe('here')
})
