import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '#test/support/server-process.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { openTestRealtime, type TestRealtime } from '#test/support/test-realtime.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'
import { openRedis, type Redis } from '../cluster/redis.ts'
import { createLog } from '../platform/log.ts'
import { createConnectionCounts } from './connection-counts.ts'

const REFUSED = 'Too many tabs are open here at once.'

describeDatabases(
  'windows at several nodes',
  (world) => {
    const lines: Redis[] = []
    const nodes: TestRealtime[] = []
    const holder = () => crypto.randomUUID()

    async function aNode(redis: Redis) {
      const others = createConnectionCounts(redis, crypto.randomUUID())
      const node = await openTestRealtime(world().ctx, others)
      nodes.push(node)
      lines.push(redis)
      await node.realtime.tellOthers()
      return { ...node, others }
    }
    afterEach(async () => {
      for (const node of nodes.splice(0)) await node.close()
      for (const line of lines.splice(0)) line.close()
    })

    describe.skipIf(!TEST_REDIS_URL)('that share a Redis', () => {
      let here: Awaited<ReturnType<typeof aNode>>
      let there: Awaited<ReturnType<typeof aNode>>
      beforeEach(async () => {
        here = await aNode(await connectRedis())
        there = await aNode(await connectRedis())
      })

      test('count together, until one is closed', async () => {
        const asha = holder()
        const [one] = [await here.visitor(asha), await there.visitor(asha)]
        for (const node of [here, there]) await expect(node.visitor(asha)).rejects.toThrow(REFUSED)
        expect((await here.visitor(holder())).isConnected()).toBe(true)

        one.close()

        await expect.poll(() => there.visitor(asha)).toBeDefined()
      })

      test('are counted as long as their node lives, and no longer when it is dead', async () => {
        const asha = holder()
        await there.visitor(asha)
        await there.visitor(asha)
        await there.realtime.tellOthers()
        await expect(here.visitor(asha)).rejects.toThrow(REFUSED)

        // From now on it does not say that it lives.
        await expect.poll(() => here.visitor(asha), { timeout: 30_000 }).toBeDefined()
      })

      test('are counted no more as soon as their node closes', async () => {
        const asha = holder()
        await there.visitor(asha)
        await there.visitor(asha)

        await there.others.leave()

        expect((await here.visitor(asha)).isConnected()).toBe(true)
      })

      test('are told anew to a Redis that has forgotten them', async () => {
        const asha = holder()
        await there.visitor(asha)
        await there.visitor(asha)
        // All that it knew of that node.
        await there.others.leave()

        await there.realtime.tellOthers()

        await expect(here.visitor(asha)).rejects.toThrow(REFUSED)
      })
    })

    test('whose Redis is away are counted by each node for itself', async () => {
      const nowhere = `redis://127.0.0.1:${await findFreePort()}`
      const [here, there] = [
        await aNode(await openRedis(nowhere, createLog('silent'))),
        await aNode(await openRedis(nowhere, createLog('silent'))),
      ]
      const asha = holder()
      for (const node of [here, there]) {
        await node.visitor(asha)
        await node.visitor(asha)
        await expect(node.visitor(asha)).rejects.toThrow(REFUSED)
      }
    })
  },
  { SOCKETS_PER_HOLDER: '2' },
)
