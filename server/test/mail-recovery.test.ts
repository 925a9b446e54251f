import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { createBuyers } from '#test/support/buyers.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'

const processes = setupServerProcesses()

test('confirmations written while the mail server was down and the server was killed arrive once each', {
  tags: ['test-all'],
}, async () => {
  const down = await startMailServer()
  const environment = { SMTP_URL: down.url(), RATE_LIMITS: 'off' }
  await down.close()
  const first = await processes.start(environment)
  const [buyer] = await createBuyers(first.url, 1)
  await buyer?.buyUntil(() => buyer.booked.length === 5)
  await first.kill('SIGKILL')
  // The next attempt is two minutes after the failed one.
  using database = new DatabaseSync(join(processes.dataDir, 'marquee.db'))
  database.exec('update outbox set next_attempt_at = 0 where sent_at is null')
  database.close()

  const up = await startMailServer()
  const second = await processes.start({ ...environment, SMTP_URL: up.url() })
  const confirmations = () => up.received.filter(({ text }) => text.includes('.pdf'))
  await expect.poll(confirmations).toHaveLength(5)
  await second.kill('SIGTERM')
  await up.close()

  const mails = await Promise.all(confirmations().map(({ text }) => simpleParser(text)))
  const references = buyer?.booked.map(({ bookingReference }) => bookingReference) ?? []
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(5)
  expect(mails.map(({ attachments }) => attachments[0]?.filename).toSorted()).toEqual(
    references.map((reference) => `${reference}.gif`).toSorted(),
  )
})
