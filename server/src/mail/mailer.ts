import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Log } from '../platform/log.ts'
import { createSemaphore } from '../platform/semaphore.ts'
import { createWorker } from '../platform/worker.ts'
import type { Letter, Post } from './delivery.ts'
import type { Mail, SendMail } from './mail.ts'
import { boxOffice } from './sender-address.ts'

const SECOND_MS = 1000
/** More than one evening's rush sells; a mail server may take a second for each. */
const QUEUE = { atOnce: 2, waiting: 10_000 }
/** For what is still on its way when the cinema closes. */
const LAST_POST_MS = 5 * SECOND_MS

/** Sends by the configured mail server; without one, each mail becomes a file that mail programs open. */
export function createMailer(config: Config, log: Log, lastPostMs = LAST_POST_MS) {
  const from = { name: config.brandName, address: boxOffice(config) }
  const inTurn = createSemaphore(QUEUE)
  const { smtpUrl, mailDir } = config
  const post: Post = { smtpUrl, mailDir }
  const deliver = createWorker<Letter, void>(new URL('./delivery.worker.ts', import.meta.url), post)
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
