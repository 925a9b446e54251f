import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { createGate } from '../gate.ts'
import type { Log } from '../log.ts'
import { boxOffice } from './box-office.ts'
import type { Mail, SendMail } from './mail.ts'

const SECOND_MS = 1000
const OWNER_ONLY = 0o600
const QUEUE = { atOnce: 2, waiting: 1000 }
/** For what is still on its way when the cinema closes. */
const LAST_POST_MS = 5 * SECOND_MS

/** Sends by the configured mail server; without one, each mail becomes a file that mail programs open. */
export function createMailer(config: Config, log: Log, lastPostMs = LAST_POST_MS) {
  const from = { name: config.brandName, address: boxOffice(config) }
  const inTurn = createGate(QUEUE)
  const deliver: Delivery = config.smtpUrl ? bySmtp(config.smtpUrl) : intoFiles(config.mailDir)
  const underWay = new Set<Promise<void>>()
  let closed = false

  /** What cannot be sent, or has no room to wait, is a line in the log. */
  async function attempt(mail: Mail) {
    try {
      await inTurn(async () => {
        if (closed) throw new Error('the cinema has closed')
        await deliver({ from, ...mail })
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ reason, subject: mail.subject }, 'a mail could not be sent')
    }
  }

  const send: SendMail = async (mail) => {
    const attempted = attempt(mail)
    underWay.add(attempted)
    await attempted
    underWay.delete(attempted)
  }

  /** Waits for the mails under way, but not for ever: whichever has not had its turn by then is not sent. */
  async function close() {
    const inTime = new AbortController()
    await Promise.race([
      Promise.all(underWay),
      pause(lastPostMs, undefined, { signal: inTime.signal }).catch(() => undefined),
    ])
    inTime.abort()
    closed = true
  }

  return { send, close }
}

interface Letter extends Mail {
  from: { name: string; address: string }
}

type Delivery = (letter: Letter) => Promise<unknown>

function bySmtp(url: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  })
  return (letter) => transport.sendMail(letter)
}

function intoFiles(mailDir: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (letter) => {
    const { message } = await transport.sendMail(letter)
    const sentAt = new Date().toISOString().replaceAll(':', '-')
    await mkdir(mailDir, { recursive: true })
    const path = join(mailDir, `${sentAt}-${crypto.randomUUID()}.eml`)
    await writeFile(path, message as Buffer, { flag: 'wx', mode: OWNER_ONLY })
  }
}
