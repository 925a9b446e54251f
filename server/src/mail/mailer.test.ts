import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createMailer } from './mailer.ts'

const MAIL = { to: 'asha@example.com', subject: 'Your seats', text: 'A1, A2\n' }
const INJECTED = '\r\nBcc: all@example.com\r\n\r\nBuy!'

let dataDir: string
const warnings: unknown[] = []
const record = (line: unknown) => void warnings.push(line)
const log = { debug: record, info: record, warn: record, error: record, fatal: record }

beforeEach(async () => {
  warnings.length = 0
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-mail-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const createTestMailer = (environment: Record<string, string> = {}, closeTimeoutMs?: number) =>
  createMailer(readConfig({ DATA_DIR: dataDir, ...environment }), log, closeTimeoutMs)

async function readMailFile() {
  const [name = ''] = await readdir(join(dataDir, 'mail'))
  const path = join(dataDir, 'mail', name)
  return { name, text: await readFile(path, 'utf8'), mode: (await stat(path)).mode & 0o777 }
}

test('send without an SMTP server writes a file that only its owner can read', async () => {
  await createTestMailer().send({ ...MAIL, replyTo: 'ravi@example.com' })

  const { name, text, mode } = await readMailFile()
  expect(name).toMatch(/^[\dT.Z-]+-[\da-f-]{36}\.eml$/)
  expect(mode).toBe(0o600)
  expect(text).toContain('From: Marquee <box-office@localhost>\r\n')
  expect(text).toContain('To: asha@example.com\r\n')
  expect(text).toContain('Reply-To: ravi@example.com\r\n')
  expect(text).toContain('Subject: Your seats\r\n')
  expect(text).toContain('A1, A2')
})

test.each([
  ['subject', { subject: `Your seats${INJECTED}` }],
  ['recipient', { to: `asha@example.com${INJECTED}` }],
  ['reply address', { replyTo: `asha@example.com${INJECTED}` }],
])('send with a line break in the %s adds no header', async (_, part) => {
  await createTestMailer().send({ ...MAIL, ...part })

  const { text } = await readMailFile()
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toContain('Subject: ')
  expect(head).not.toMatch(/^Bcc:/im)
  expect(text.split('\r\n\r\n')).toHaveLength(2)
})

test('send with an SMTP server uses the account as the sender', async () => {
  const { url, received, close } = await startSmtpServer('220 ready\r\n')

  await createTestMailer({ SMTP_URL: url('cinema%40example.org:secret@') }).send(MAIL)

  expect(received()).toContain('MAIL FROM:<cinema@example.org>')
  expect(received()).toContain('RCPT TO:<asha@example.com>')
  expect(received()).toContain('Subject: Your seats')
  close()
})

test('send with an unreachable SMTP server resolves and logs the subject without the text', async () => {
  const { url, close } = await startSmtpServer()
  close()

  await createTestMailer({ SMTP_URL: url() }).send(MAIL)

  expect(warnings).toEqual([expect.objectContaining({ subject: 'Your seats' })])
  expect(JSON.stringify(warnings)).not.toContain('A1, A2')
})

test('close waits for pending emails', async () => {
  const { send, close } = createTestMailer()
  for (let count = 0; count < 5; count += 1) void send(MAIL)

  await close()

  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(5)
})

test('close stops waiting after its timeout and logs the emails that were not sent', async () => {
  const silentServer = await startSmtpServer()
  const { send, close } = createTestMailer({ SMTP_URL: silentServer.url() }, 50)
  const sent = ['one', 'two', 'three'].map((subject) => send({ ...MAIL, subject }))

  await close()
  silentServer.close()
  await Promise.all(sent)

  expect(warnings).toHaveLength(3)
  expect(warnings).toContainEqual({ subject: 'three', reason: 'the server has closed' })
})

/** An SMTP server that accepts every email. Without a greeting it never answers. */
async function startSmtpServer(greeting = '') {
  let text = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write(greeting)
    socket.on('data', (chunk) => {
      text += chunk
      if (greeting) socket.write(replyTo(chunk.toString()))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const url = (account = '') => `smtp://${account}127.0.0.1:${port}`
  return { url, received: () => text, close }
}

function replyTo(text: string) {
  if (text.startsWith('EHLO')) return '250-localhost\r\n250 AUTH PLAIN\r\n'
  if (text.startsWith('AUTH')) return '235 authenticated\r\n'
  if (text.startsWith('DATA')) return '354 send the text\r\n'
  return /^(MAIL|RCPT|QUIT)|\.\r\n$/.test(text) ? '250 accepted\r\n' : ''
}
