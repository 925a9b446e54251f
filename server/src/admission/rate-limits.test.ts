import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'

const openBrowser = async ({ ctx }: TestContext) => createBrowser((await createTestApp(ctx)).app)

const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

describeDatabases('rate limits', (world) => {
  test('sign-in allows 10 wrong passwords a minute per account, in any spelling', async () => {
    const browser = await openBrowser(world())
    const guess = (email: string) =>
      browser.post('/api/auth/signin', { email, password: 'one of many' })
    for (let n = 0; n < 10; n++) expect((await guess('asha@example.com')).statusCode).toBe(401)

    const answer = await guess(' Asha@Example.com')

    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ success: false, statusCode: 429, code: 'RATE' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await guess('ravi@example.com')).statusCode).toBe(401)
  })

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
      const browser = await openBrowser(world())
      for (let n = 0; n < 11; n++) await browser.post('/api/faq/ask', QUESTION)

      expect(world().mails).toHaveLength(11)
    })
  },
  { RATE_LIMITS: 'off' },
)
