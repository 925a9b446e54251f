import type { EventEmitter } from 'node:events'
import * as z from 'zod/mini'
import type { ContextEvents } from '../context.ts'
import type { Redis } from './redis.ts'

const CHANNEL = 'marquee:claims-changed'
/** At most 50 messages a second: the first goes out at once, later ones carry all showtimes since. */
const MESSAGE_INTERVAL_MS = 20

const Message = z.object({ node: z.string(), showtimeIds: z.array(z.string()) })

/**
 * Sends `claimsChanged` of this node to the other nodes over Redis, and emits theirs as `remoteClaimsChanged`. The messages are
 * notifications: the regular comparison with the database compensates for a lost one.
 */
export function createClusterBus(
  redis: Pick<Redis, 'client' | 'subscribe'>,
  events: EventEmitter<ContextEvents>,
) {
  const node: string = crypto.randomUUID()
  const pending = new Set<string>()
  let lastSentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function schedule(showtimeId: string) {
    pending.add(showtimeId)
    timer ??= setTimeout(send, Math.max(0, lastSentAt + MESSAGE_INTERVAL_MS - performance.now()))
  }

  function send() {
    const message = JSON.stringify({ node, showtimeIds: [...pending] })
    timer = undefined
    pending.clear()
    lastSentAt = performance.now()
    redis.client.publish(CHANNEL, message).catch(() => undefined)
  }

  function receive(text: string) {
    const message = parseMessage(text)
    if (!message || message.node === node) return
    for (const showtimeId of message.showtimeIds) events.emit('remoteClaimsChanged', showtimeId)
  }

  redis.subscribe(CHANNEL, receive)
  events.on('claimsChanged', schedule)
  return {
    close: () => {
      events.off('claimsChanged', schedule)
      clearTimeout(timer)
    },
  }
}

/** Returns undefined for a message of another format: another version may run on a node. */
function parseMessage(text: string) {
  try {
    return z.safeParse(Message, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
