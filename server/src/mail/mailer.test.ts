import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createMailer } from './mailer.ts'

const MAIL = { to: 'asha@example.com', subject: 'Your seats', text: 'A1, A2\n' }
const INJECTED = '\r\nBcc: all@example.com\r\n\r\nBuy!'

let dataDir: string
const warnings: unknown[] = []
const keep = (line: unknown) => void warnings.push(line)
const log = { debug: keep, info: keep, warn: keep, error: keep, fatal: keep }

beforeEach(async () => {
  warnings.length = 0
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-mail-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const mailer = (environment: Record<string, string> = {}) =>
  createMailer(readConfig({ DATA_DIR: dataDir, ...environment }), log).send

async function written() {
  const [name = ''] = await readdir(join(dataDir, 'mail'))
  const path = join(dataDir, 'mail', name)
  return { name, text: await readFile(path, 'utf8'), mode: (await stat(path)).mode & 0o777 }
}

test('without a mail server each mail becomes a file that only the owner reads', async () => {
  await mailer()({ ...MAIL, replyTo: 'ravi@example.com' })

  const { name, text, mode } = await written()
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
])('a line break in the %s begins no header', async (_, part) => {
  await mailer()({ ...MAIL, ...part })

  const { text } = await written()
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toContain('Subject: ')
  expect(head).not.toMatch(/^Bcc:/im)
  expect(text.split('\r\n\r\n')).toHaveLength(2)
})

test('a mail server gets the mail from its own account', async () => {
  const { url, heard, close } = await aMailServer('cinema%40example.org:secret@')

  await mailer({ SMTP_URL: url })(MAIL)

  expect(heard()).toContain('MAIL FROM:<cinema@example.org>')
  expect(heard()).toContain('RCPT TO:<asha@example.com>')
  expect(heard()).toContain('Subject: Your seats')
  close()
})

test('a mail server that is away is a line in the log and nobody else’s trouble', async () => {
  const { url, close } = await aMailServer()
  close()

  await mailer({ SMTP_URL: url })(MAIL)

  expect(warnings).toEqual([expect.objectContaining({ subject: 'Your seats' })])
  expect(JSON.stringify(warnings)).not.toContain('A1, A2')
})

test('closing waits for the mails under way', async () => {
  const { send, close } = createMailer(readConfig({ DATA_DIR: dataDir }), log)
  for (let count = 0; count < 5; count += 1) void send(MAIL)

  await close()

  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(5)
})

test('closing does not wait for ever, and what is left behind is in the log', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  const lines = new Set<Socket>()
  silent.on('connection', (line) => lines.add(line))
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` })
  const { send, close } = createMailer(config, log, 1)
  const sent = ['one', 'two', 'three'].map((subject) => send({ ...MAIL, subject }))

  await close()
  for (const line of lines) line.destroy()
  silent.close().on('connection', (line) => line.destroy())
  await Promise.all(sent)

  expect(warnings).toHaveLength(3)
  expect(warnings).toContainEqual({ subject: 'three', reason: 'the cinema has closed' })
})

/** Says yes to everything, in the few words of SMTP that a client needs. */
async function aMailServer(account = '') {
  let text = ''
  let inData = false
  const sockets = new Set<Socket>()
  const reply = (line: string) => {
    if (inData) {
      if (line !== '.') return ''
      inData = false
      return '250 taken\r\n'
    }
    if (line.startsWith('EHLO')) return '250-here\r\n250 AUTH PLAIN\r\n'
    if (line.startsWith('AUTH')) return '235 known\r\n'
    if (line === 'DATA') {
      inData = true
      return '354 go on\r\n'
    }
    return line === 'QUIT' ? '221 bye\r\n' : '250 yes\r\n'
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      text += chunk
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) socket.write(reply(line))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://${account}127.0.0.1:${port}`, heard: () => text, close }
}
