import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { openTransaction } from '#test/support/open-transaction.ts'
import { describeDatabases, describePostgres } from '#test/support/test-context.ts'
import { lockNames } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import type { Outcomes } from './batch-queue.ts'
import { type BatchOperation, createWriteBatcher, WRITE_CONFLICT } from './write-batcher.ts'

interface Request {
  key: string
}
type Write = (requests: Request[], attempt: number, tx: Db) => Promise<Outcomes<Request, string>>

/** An operation that stores nothing. It records what its batches contain. */
function fakeOperation(
  write: Write,
  changes: Partial<BatchOperation<Context, Request, string>> = {},
) {
  const batches: string[][] = []
  const operation: BatchOperation<Context, Request, string> = {
    ...{ durable: false, maxBatch: 10 },
    partitionOf: () => 'evening',
    orderKeysOf: ({ key }) => [key],
    lockNamesOf: ({ key }) => [key],
    write: async (_, { tx, lockedRequests }) => {
      const requests = await lockedRequests
      batches.push(requests.map(({ key }) => key))
      return write(requests, batches.length, tx)
    },
    explain: async () => new Map(),
    ...changes,
  }
  return { operation, batches }
}

const resultsFor = (requests: Request[]) =>
  new Map(requests.map((one) => [one, `result ${one.key}`]))

describeDatabases('createWriteBatcher', (context) => {
  const submitAll = ({ operation }: ReturnType<typeof fakeOperation>, keys: string[]) => {
    const { ctx } = context()
    const { submit } = createWriteBatcher<Context>(ctx.db)
    return Promise.allSettled(keys.map((key) => submit(ctx, operation, { key })))
  }

  test('counts the requests that wait for their commit', async () => {
    const { ctx } = context()
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const { operation } = fakeOperation(async (requests) => {
      started.resolve()
      await end.promise
      return resultsFor(requests)
    })
    const { submit, pending } = createWriteBatcher<Context>(ctx.db)

    const submitted = submit(ctx, operation, { key: 'a' })
    await started.promise
    expect(pending()).toBe(1)
    end.resolve()
    await submitted

    expect(pending()).toBe(0)
  })

  test('tries again the whole batch after a write conflict', async () => {
    const fake = fakeOperation(async (requests, attempt) => {
      if (attempt === 1) throw WRITE_CONFLICT
      return resultsFor(requests)
    })

    expect(await submitAll(fake, ['a', 'b'])).toMatchObject([
      { value: 'result a' },
      { value: 'result b' },
    ])
    expect(fake.batches).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('refuses a request with the error that explain returns for it, and tries the others again', async () => {
    const fake = fakeOperation(
      async (requests, attempt) => resultsFor(attempt === 1 ? requests.slice(0, 1) : requests),
      { explain: async (_, [first]) => new Map([[first as Request, new Error('refused')]]) },
    )

    expect(await submitAll(fake, ['a', 'b', 'c'])).toMatchObject([
      { value: 'result a' },
      { reason: { message: 'refused' } },
      { value: 'result c' },
    ])
    expect(fake.batches).toEqual([['a', 'b', 'c'], ['c']])
  })

  test('gives up with UNAVAILABLE after five write conflicts', async () => {
    const fake = fakeOperation(async () => {
      throw WRITE_CONFLICT
    })

    expect(await submitAll(fake, ['a'])).toMatchObject([{ reason: { code: 'UNAVAILABLE' } }])
    expect(fake.batches).toHaveLength(5)
  })

  test('writes each request alone when one of them makes a statement fail', async () => {
    const fake = fakeOperation(async (requests, _, tx) => {
      for (const { key } of requests) await sql.raw(key).execute(tx)
      return resultsFor(requests)
    })

    expect(await submitAll(fake, ['select 1', 'no statement', 'select 2'])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected' },
      { status: 'fulfilled' },
    ])
  })
})

describePostgres('createWriteBatcher', (context) => {
  test('rolls back a first attempt that wrote a request whose lock is busy', async () => {
    const { ctx } = context()
    const elsewhere = await openTransaction(ctx, (tx) => lockNames(tx, ['busy']))
    const batches: string[][] = []
    const { operation } = fakeOperation(async () => new Map(), {
      write: async (_, { requests, lockedRequests, isFirstAttempt }) => {
        const own = isFirstAttempt ? requests : await lockedRequests
        batches.push(own.map(({ key }) => key))
        return resultsFor(own)
      },
    })
    const { submit } = createWriteBatcher<Context>(ctx.db)

    const results = ['busy', 'free'].map((key) => submit(ctx, operation, { key }))
    expect(await results[1]).toBe('result free')
    expect(batches).toEqual([['busy', 'free'], ['free']])
    await elsewhere.commit()

    expect(await results[0]).toBe('result busy')
  })

  test('does not delay the other requests of a batch when a lock is busy in a later attempt only', async () => {
    const { ctx } = context()
    const elsewhere = await openTransaction(ctx, (tx) => lockNames(tx, ['busy elsewhere']))
    let attempts = 1
    const { operation } = fakeOperation(
      async (requests) => {
        attempts += 1
        if (attempts < 4) throw WRITE_CONFLICT
        return resultsFor(requests)
      },
      // Each attempt finds one more busy request.
      { lockNamesOf: ({ key }) => [Number(key) < attempts ? 'busy elsewhere' : key] },
    )
    const { submit } = createWriteBatcher<Context>(ctx.db)

    const results = Array.from({ length: 10 }, (_, n) => submit(ctx, operation, { key: `${n}` }))
    expect(await results[9]).toBe('result 9')
    await elsewhere.commit()

    expect(await Promise.all(results)).toHaveLength(10)
  })
})
