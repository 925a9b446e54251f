import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

const SECOND_MS = 1000
const OWNER_ONLY = 0o600

export interface Letter extends Mail {
  from: { name: string; address: string }
}

/** Where letters go: a mail server, or else a directory. */
export interface Post {
  smtpUrl?: string | undefined
  mailDir: string
}

export const deliveryOf = ({ smtpUrl, mailDir }: Post) =>
  smtpUrl ? bySmtp(smtpUrl) : intoFiles(mailDir)

type Delivery = (letter: Letter) => Promise<void>

function bySmtp(url: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  })
  return async (letter) => {
    await transport.sendMail(letter)
  }
}

function intoFiles(mailDir: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (letter) => {
    const { message } = await transport.sendMail(letter)
    const sentAt = new Date().toISOString().replaceAll(':', '-')
    const path = join(mailDir, `${sentAt}-${crypto.randomUUID()}.eml`)
    const write = () => writeFile(path, message as Buffer, { flag: 'wx', mode: OWNER_ONLY })
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(mailDir, { recursive: true })
      await write()
    })
  }
}
