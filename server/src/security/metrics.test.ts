import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'

const METRICS_TOKEN = 'a token that only tests use, long enough'

const readAs = async ({ ctx }: TestContext, authorization: string) => {
  const browser = createBrowser((await createTestApp(ctx)).app)
  await browser.get('/api/seats/showtime/canary?canary')
  await browser.post('/api/auth/signin', { email: 'canary@example.com', password: 'canary' })
  return browser.get('/metrics', authorization ? { authorization } : {})
}

describeDatabases('metrics without a configured token', (world) => {
  test('do not exist [S-126]', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer undefined']) {
      const answer = await readAs(world(), authorization)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toContain('marquee_')
    }
  })
})

describeDatabases(
  'metrics with a configured token',
  (world) => {
    test.each([
      '',
      METRICS_TOKEN,
      'Bearer',
      `Bearer ${METRICS_TOKEN}x`,
      `Bearer ${METRICS_TOKEN.slice(1)}`,
      `Basic ${METRICS_TOKEN}`,
    ])('are refused to the authorization %j [S-127]', async (authorization) => {
      const answer = await readAs(world(), authorization)

      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(answer.body).not.toContain('marquee_')
    })

    test('are sent with the token and contain no personal data [S-128]', async () => {
      const answer = await readAs(world(), `Bearer ${METRICS_TOKEN}`)

      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('marquee_call_seconds_count')
      expect(answer.body).not.toContain('canary')
    })
  },
  { METRICS_TOKEN },
)
