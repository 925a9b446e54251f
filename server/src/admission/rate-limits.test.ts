import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'

const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

describeDatabases('rate limits', (world) => {
  test.skipIf(!TEST_REDIS_URL)('call limits count over all nodes that share Redis', async () => {
    const clients = [await connectRedis(), await connectRedis()]
    const nodes = await Promise.all(
      clients.map(async (redis) => (await createTestApp(world().ctx, { redis })).app),
    )
    const email = `${crypto.randomUUID()}@example.com`
    const signIn = (n: number) =>
      createBrowser(nodes[n % 2] as (typeof nodes)[0]).post('/api/auth/signin', {
        email,
        password: 'one of many',
      })

    for (let n = 0; n < 10; n++) expect((await signIn(n)).statusCode).toBe(401)
    expect((await signIn(10)).statusCode).toBe(429)

    for (const node of nodes) await node.close()
    for (const client of clients) client.close()
  })
})

describeDatabases(
  'rate limits that are switched off',
  (world) => {
    test('accept every call', async () => {
      const browser = createBrowser((await createTestApp(world().ctx)).app)
      for (let n = 0; n < 11; n++) await browser.post('/api/faq/ask', QUESTION)

      expect(world().mails).toHaveLength(11)
    })
  },
  { RATE_LIMITS: 'off' },
)
