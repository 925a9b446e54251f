import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setupDataDir } from '#test/support/server-processes.ts'
import { readConfig } from '../config.ts'
import { createDelivery } from './delivery.ts'

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

test('delivery with an SMTP server uses the account as the sender', async () => {
  const { url, received, close } = await startSmtpServer()

  await createTestDelivery({ SMTP_URL: url('cinema%40example.org:secret@') })(MAIL)

  expect(received()).toContain('MAIL FROM:<cinema@example.org>')
  expect(received()).toContain('RCPT TO:<asha@example.com>')
  expect(received()).toContain('Subject: Your seats')
  expect(received()).toContain('Message-ID: <0f7b@localhost>')
  close()
})

test('delivery with an unreachable SMTP server fails', async () => {
  const { url, close } = await startSmtpServer()
  close()

  await expect(createTestDelivery({ SMTP_URL: url() })(MAIL)).rejects.toThrow('ECONNREFUSED')
})

/** An SMTP server that accepts every mail. */
async function startSmtpServer() {
  let text = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      text += chunk
      socket.write(replyTo(chunk.toString()))
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
