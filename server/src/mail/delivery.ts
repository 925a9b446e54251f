import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mail } from './mail.ts'

const SECOND_MS = 1000
const OWNER_ONLY = 0o600

type Deliver = (mail: Mail & { from: { name: string; address: string } }) => Promise<void>

export const createDelivery = ({ smtpUrl, mailDir }: Pick<Config, 'smtpUrl' | 'mailDir'>) =>
  smtpUrl ? deliverBySmtp(smtpUrl) : deliverToFiles(mailDir)

function deliverBySmtp(url: string): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  })
  return async (mail) => {
    await transport.sendMail(mail)
  }
}

function deliverToFiles(mailDir: string): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await transport.sendMail(mail)
    const sentAt = new Date().toISOString().replaceAll(':', '-')
    const path = join(mailDir, `${sentAt}-${crypto.randomUUID()}.eml`)
    await mkdir(mailDir, { recursive: true })
    await writeFile(path, message as Buffer, { flag: 'wx', mode: OWNER_ONLY })
  }
}
