import { mkdir, rename, writeFile } from 'node:fs/promises'
import { SECOND_MS } from '@marquee/contract/time'
import type { Config } from '#src/config/config.ts'
import type { DeliverMail, OutgoingMail } from './mail.ts'
import { mailPath } from './mail-files.ts'
import { boxOfficeAddress } from './sender-address.ts'

const OWNER_ONLY = 0o600

/** Delivers mails by SMTP if it is configured, else into files. */
export function createDelivery(config: Config): DeliverMail {
  const from = { name: config.brandName, address: boxOfficeAddress(config) }
  const host = new URL(config.publicUrl).hostname
  const deliver = config.smtpUrl ? deliverBySmtp(config.smtpUrl) : deliverToFiles(config.mailDir)
  const messageId = (id: string) => `<${id}@${host}>`
  return ({ id, kind: _, unsubscribeUrl, thread = [], ...mail }) => {
    const unsubscribe = unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)
    const threading = threadFields(thread.map(messageId))
    return deliver({ from, messageId: messageId(id), ...mail, ...threading, ...unsubscribe }, id)
  }
}

/** Mail programs show a mail below the one that it answers (RFC 5322, 3.6.4). */
const threadFields = (references: readonly string[]) => {
  const inReplyTo = references.at(-1)
  return inReplyTo === undefined ? {} : { inReplyTo, references: [...references] }
}

/** One click in the mail program is enough (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  headers: {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

type Message = Omit<OutgoingMail, 'id' | 'kind' | 'unsubscribeUrl' | 'thread'> & {
  from: { name: string; address: string }
  messageId: string
  inReplyTo?: string
  references?: string[]
  headers?: Record<string, string>
}

/** The library is loaded for the first mail: an idle server takes 2 MB less without it (measured). */
const loadMailer = () => import('nodemailer')

function deliverBySmtp(url: string) {
  const options = {
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  }
  return async (message: Message) => {
    const { createTransport } = await loadMailer()
    await createTransport(options).sendMail(message)
  }
}

/** Answers that are about the connection: unknown or misplaced commands, and a missing sign-in. */
const CONNECTION_CODES = new Set([500, 501, 502, 503, 504, 530])

/**
 * What the mail server has answered if it refuses the recipient or the mail for good (RFC 5321: a code from 500 after RCPT TO or DATA). Undefined for every
 * other error: the same mail may be accepted later.
 */
export function findMailRefusal(error: unknown) {
  if (!(error instanceof Error)) return undefined
  const { command, responseCode = 0, response = '' } = error as Partial<SmtpError>
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (!isAboutMail || responseCode < 500 || CONNECTION_CODES.has(responseCode)) return undefined
  return response
}

interface SmtpError {
  /** The command that was refused. */
  command: string
  responseCode: number
  response: string
}

/** A repeated delivery replaces the file of the first one. */
function deliverToFiles(mailDir: string) {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
  return async (mail: Message, id: string) => {
    const { createTransport } = await loadMailer()
    const { message } = await createTransport(options).sendMail(mail)
    const path = mailPath(mailDir, id)
    await mkdir(mailDir, { recursive: true })
    await writeFile(`${path}.part`, message as Buffer, { mode: OWNER_ONLY })
    await rename(`${path}.part`, path)
  }
}
