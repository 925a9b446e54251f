import { expect, test } from 'vitest'
import type { AggregateTypes, CommandKind } from './aggregate-store.ts'
import { createAggregateWriter } from './aggregate-writer.ts'
import { createLog } from './log.ts'

interface Types extends AggregateTypes {
  state: { id: string; version: string }
  changes: object
  settings: object
  event: string
  tx: object
}

test('read returns a change that was published before, also while a transaction that has loaded it goes on', async () => {
  let stored = { id: 'one', version: 'first' }
  const loaded = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const writer = createAggregateWriter<Types, { state: Types['state']; isChanged: boolean }>(
    {
      concurrency: 1,
      transact: async (_, work) => {
        const result = await work({}, () => undefined)
        loaded.resolve()
        await commit.promise
        return result
      },
      read: async () => [stored],
      lock: async () => ({ now: 0, versions: new Map([['one', stored.version]]) }),
      load: async () => [stored],
      reload: async () => undefined,
      open: (state) => ({ state, isChanged: false }),
      apply: () => undefined,
      write: async () => undefined,
      notFound: () => new Error('unknown'),
      sizeOf: () => 1,
    },
    { log: createLog('silent'), monotonicNow: () => 0, maxSize: 10, publish: () => undefined },
  )
  const nothing: CommandKind<Types, null, null> = {
    durable: false,
    decide: () => ({ outcome: { result: null } }),
  }
  expect((await writer.read('one')).version).toBe('first')
  stored = { id: 'one', version: 'second' }
  writer.invalidate('one')
  const command = writer.submit(nothing, 'one', { input: null, settings: {} })
  await loaded.promise
  expect((await writer.read('one')).version).toBe('second')
  commit.resolve()
  await command
})
