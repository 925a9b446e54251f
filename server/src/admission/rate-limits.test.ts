import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

describeContext(
  'rate limits that are switched off',
  (context) => {
    test('accept every call', async () => {
      const browser = createBrowser((await createTestApp(context().ctx)).app)
      for (let n = 0; n < 11; n++) await browser.post('/api/faq/ask', QUESTION)

      expect(await context().sentMails()).toHaveLength(11)
    })
  },
  { RATE_LIMITS: 'off' },
)
