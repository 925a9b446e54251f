import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { createDelivery, findMailRefusal } from './delivery.ts'

const MAIL = {
  id: '0f7b',
  kind: 'booking' as const,
  to: 'asha@example.com',
  subject: 'Your seats',
  text: 'A1, A2\n',
}
const INJECTED = '\r\nBcc: all@example.com\r\n\r\nBuy!'

const dataDir = setupDataDir()

const createTestDelivery = (environment: Record<string, string> = {}) =>
  createDelivery(readConfig({ DATA_DIR: dataDir(), ...environment }))

async function readMailFile() {
  const [name = '', ...others] = await readdir(join(dataDir(), 'mail'))
  expect(others).toEqual([])
  const path = join(dataDir(), 'mail', name)
  return { name, text: await readFile(path, 'utf8'), mode: (await stat(path)).mode & 0o777 }
}

test('delivery without an SMTP server writes one file that only its owner can read, also when repeated', async () => {
  const deliver = createTestDelivery()
  for (let n = 0; n < 2; n += 1) await deliver({ ...MAIL, replyTo: 'ravi@example.com' })

  const { name, text, mode } = await readMailFile()
  expect(name).toBe('0f7b.eml')
  expect(mode).toBe(0o600)
  expect(text).toContain('From: Marquee <box-office@localhost>\r\n')
  expect(text).toContain('To: asha@example.com\r\n')
  expect(text).toContain('Reply-To: ravi@example.com\r\n')
  expect(text).toContain('Subject: Your seats\r\n')
  expect(text).toContain('Message-ID: <0f7b@localhost>\r\n')
  expect(text).toContain('A1, A2')
})

test('delivery of an answer names the mails of its thread, so that mail programs show them together [S-1061]', async () => {
  await createTestDelivery()({ ...MAIL, thread: ['one', 'two'] })

  const { text } = await readMailFile()
  expect(text).toContain('In-Reply-To: <two@localhost>\r\n')
  expect(text).toContain('References: <one@localhost> <two@localhost>\r\n')
})

test.each([
  ['subject', { subject: `Your seats${INJECTED}` }],
  ['recipient', { to: `asha@example.com${INJECTED}` }],
  ['reply address', { replyTo: `asha@example.com${INJECTED}` }],
])('delivery with a line break in the %s adds no header', async (_, part) => {
  await createTestDelivery()({ ...MAIL, ...part })

  const { text } = await readMailFile()
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toContain('Subject: ')
  expect(head).not.toMatch(/^Bcc:/im)
  expect(text.split('\r\n\r\n')).toHaveLength(2)
})

test('delivery with an SMTP server signs in and uses the account as the sender', async () => {
  const mailServer = await startMailServer()

  await createTestDelivery({ SMTP_URL: mailServer.url('cinema%40example.org:secret@') })(MAIL)
  await mailServer.close()

  const [mail, ...others] = mailServer.received
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    account: 'cinema@example.org',
    sender: 'cinema@example.org',
    recipients: ['asha@example.com'],
  })
  expect(mail?.text).toContain('Subject: Your seats\r\n')
  expect(mail?.text).toContain('Message-ID: <0f7b@localhost>\r\n')
  expect(mail?.text).toContain('A1, A2')
})

test('delivery with an unreachable SMTP server fails', async () => {
  const mailServer = await startMailServer()
  await mailServer.close()

  const deliver = createTestDelivery({ SMTP_URL: mailServer.url() })
  await expect(deliver(MAIL)).rejects.toThrow('ECONNREFUSED')
})

test.each([
  ['550 to the recipient', { codeOfRecipient: () => 550 }, /^550 /],
  ['554 to the mail', { codeOfMail: 554 }, /^554 /],
  ['450 to the recipient', { codeOfRecipient: () => 450 }, undefined],
  ['530 to the recipient', { codeOfRecipient: () => 530 }, undefined],
  ['451 to the mail', { codeOfMail: 451 }, undefined],
])(
  'findMailRefusal tells whether the answer %s refuses the mail for good [S-660]',
  async (_, answers, refusal) => {
    const mailServer = await startMailServer(answers)
    const deliver = createTestDelivery({ SMTP_URL: mailServer.url() })
    const error = await deliver(MAIL).catch((reason: unknown) => reason)
    await mailServer.close()

    expect(error).toBeInstanceOf(Error)
    const found = findMailRefusal(error)
    if (refusal === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(refusal)
  },
)

test('findMailRefusal of an unreachable mail server is undefined [S-660]', async () => {
  const mailServer = await startMailServer()
  await mailServer.close()
  const deliver = createTestDelivery({ SMTP_URL: mailServer.url() })

  expect(findMailRefusal(await deliver(MAIL).catch((error: unknown) => error))).toBeUndefined()
})
