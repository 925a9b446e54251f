import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'

const MORE_THAN_HALF = 1600

describeDatabases(
  'calls of any kind',
  (world) => {
    test.skipIf(!TEST_REDIS_URL)('count at all nodes together, a moment later', async () => {
      const lines = [await connectRedis(), await connectRedis()]
      const apps = await Promise.all(
        lines.map(async (redis) => (await createTestApp(world().ctx, { redis })).app),
      )
      const address = `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`
      // The cheapest of all: refused as soon as its type is known.
      const call = async (app: (typeof apps)[0]) => {
        const headers = { 'x-forwarded-for': address, 'content-type': 'text/plain' }
        const answer = await app.inject({ method: 'POST', url: '/api/faq/ask', headers, body: '?' })
        return answer.statusCode
      }

      for (const app of apps) {
        for (let n = 0; n < MORE_THAN_HALF; n += 1) expect(await call(app)).toBe(415)
      }

      for (const app of apps) await expect.poll(() => call(app), { timeout: 20_000 }).toBe(429)
      for (const app of apps) await app.close()
      for (const line of lines) line.close()
    })
  },
  { TRUST_PROXY: '1' },
)
