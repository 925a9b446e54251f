import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'

const aDoor = async ({ ctx }: TestContext) => createBrowser((await createTestApp(ctx)).app)

const guess = (browser: Awaited<ReturnType<typeof aDoor>>, email: string) =>
  browser.post('/api/auth/signin', { email, password: 'one of many' })

const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

describeDatabases('limits', (world) => {
  test('ten guesses a minute at one account, whether or not there is one, and others are not held up', async () => {
    const browser = await aDoor(world())
    for (let n = 0; n < 10; n++) {
      expect((await guess(browser, 'asha@example.com')).statusCode).toBe(401)
    }

    const answer = await guess(browser, ' Asha@Example.com')

    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ success: false, statusCode: 429, code: 'RATE' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await guess(browser, 'ravi@example.com')).statusCode).toBe(401)
  })

  test('ten questions a minute from one address, and the eleventh is not kept', async () => {
    const browser = await aDoor(world())
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await browser.post('/api/faq/ask', QUESTION))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(200), 429])
    expect(world().mails).toHaveLength(10)
  })
})

describeDatabases(
  'limits that are switched off',
  (world) => {
    test('hold up nobody', async () => {
      const browser = await aDoor(world())
      for (let n = 0; n < 11; n++) await browser.post('/api/faq/ask', QUESTION)

      expect(world().mails).toHaveLength(11)
    })
  },
  { RATE_LIMITS: 'off' },
)
