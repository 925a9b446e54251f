import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Log } from '../platform/log.ts'
import { createSemaphore } from '../platform/semaphore.ts'
import { createDelivery } from './delivery.ts'
import type { Mail, SendMail } from './mail.ts'
import { boxOfficeAddress } from './sender-address.ts'

/** A slow mail server takes about a second for each email; the queue has room for the bookings of a busy evening. */
const MAX_WAITING = 10_000
const CLOSE_TIMEOUT_MS = 5000

/** Sends emails one at a time: by SMTP if it is configured, else into files. A failure is logged and never reaches the caller. */
export function createMailer(config: Config, log: Log, closeTimeoutMs = CLOSE_TIMEOUT_MS) {
  const from = { name: config.brandName, address: boxOfficeAddress(config) }
  const limit = createSemaphore({ concurrency: 1, maxQueued: MAX_WAITING })
  const deliver = createDelivery(config)
  const pending = new Set<Promise<void>>()
  let isClosed = false

  async function deliverOrLog(mail: Mail) {
    try {
      await limit(async () => {
        if (isClosed) throw new Error('the server has closed')
        await deliver({ from, ...mail })
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ reason, subject: mail.subject }, 'email failed')
    }
  }

  const send: SendMail = async (mail) => {
    const delivery = deliverOrLog(mail)
    pending.add(delivery)
    await delivery
    pending.delete(delivery)
  }

  /** Waits for pending emails until the timeout. The rest is not sent but logged. */
  async function close() {
    const timeout = new AbortController()
    await Promise.race([
      Promise.all(pending),
      delay(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ])
    timeout.abort()
    isClosed = true
  }

  return { send, close }
}
