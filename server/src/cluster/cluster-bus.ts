import type { EventEmitter } from 'node:events'
import * as z from 'zod/mini'
import type { ContextEvents } from '../context.ts'
import type { Redis } from './redis.ts'

/** What a node announces on a channel, and as what the other nodes emit it. */
const ANNOUNCEMENTS = [
  { channel: 'marquee:claims-changed', local: 'claimsChanged', remote: 'remoteClaimsChanged' },
  { channel: 'marquee:show-changed', local: 'showChanged', remote: 'remoteShowChanged' },
] as const
/** At most 50 messages a second: the first goes out at once, later ones carry all showtimes since. */
const MESSAGE_INTERVAL_MS = 20

const Message = z.object({ node: z.string(), showtimeIds: z.array(z.string()) })

type Announcement = (typeof ANNOUNCEMENTS)[number]
type BusRedis = Pick<Redis, 'client' | 'subscribe'>

/**
 * Sends `claimsChanged` and `showChanged` of this node to the other nodes over Redis, and emits theirs as `remoteClaimsChanged` and
 * `remoteShowChanged`. The messages are notifications: clients find a lost one by comparing with the database.
 */
export function createClusterBus(redis: BusRedis, events: EventEmitter<ContextEvents>) {
  const node: string = crypto.randomUUID()
  const announcers = ANNOUNCEMENTS.map((announcement) =>
    createAnnouncer({ redis, events, node }, announcement),
  )
  return {
    close: () => {
      for (const announcer of announcers) announcer.close()
    },
  }
}

interface Bus {
  redis: BusRedis
  events: EventEmitter<ContextEvents>
  node: string
}

function createAnnouncer({ redis, events, node }: Bus, { channel, local, remote }: Announcement) {
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
    redis.client.publish(channel, message).catch(() => undefined)
  }

  function receive(text: string) {
    const message = parseMessage(text)
    if (!message || message.node === node) return
    for (const showtimeId of message.showtimeIds) events.emit(remote, showtimeId)
  }

  redis.subscribe(channel, receive)
  events.on(local, schedule)
  return {
    close: () => {
      events.off(local, schedule)
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
