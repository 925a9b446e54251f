import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext, type TestContext } from '#test/support/test-context.ts'

const METRICS_TOKEN = 'a token that only tests use, long enough'

const readAs = async ({ ctx }: TestContext, authorization: string) => {
  const browser = createBrowser((await createTestApp(ctx)).app)
  await browser.get('/api/seats/showtime/canary?canary')
  await browser.post('/api/auth/signin', { email: 'canary@example.com', password: 'canary' })
  return browser.get('/metrics', authorization ? { authorization } : {})
}

describeContext('metrics without a configured token', (context) => {
  test('metrics do not exist without a configured token [S-126]', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer undefined']) {
      const response = await readAs(context(), authorization)
      expect(response.statusCode).toBe(404)
      expect(response.body).not.toContain('marquee_')
    }
  })
})

describeContext(
  'metrics with a configured token',
  (context) => {
    test.each([
      '',
      METRICS_TOKEN,
      'Bearer',
      `Bearer ${METRICS_TOKEN}x`,
      `Bearer ${METRICS_TOKEN.slice(1)}`,
      `Basic ${METRICS_TOKEN}`,
    ])('metrics are refused to the authorization %j [S-127]', async (authorization) => {
      const response = await readAs(context(), authorization)

      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(response.body).not.toContain('marquee_')
    })

    test('metrics are sent with the token and contain no personal data [S-128]', async () => {
      const response = await readAs(context(), `Bearer ${METRICS_TOKEN}`)

      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.body).toContain('marquee_call_seconds_count')
      expect(response.body).not.toContain('canary')
    })
  },
  { METRICS_TOKEN },
)
