import type { EventEmitter } from 'node:events'
import * as z from 'zod/mini'
import type { ContextEvents } from '../context-events.ts'
import type { Redis } from './redis.ts'

/** The events that a node publishes on a channel, and as what the other nodes emit them. */
const CHANNELS = [
  {
    channel: 'marquee:claims-changed',
    local: 'claimsChanged',
    remote: 'remoteClaimsChanged',
    ids: 'showtimeIds',
  },
  {
    channel: 'marquee:show-changed',
    local: 'showChanged',
    remote: 'remoteShowChanged',
    ids: 'showtimeIds',
  },
  {
    channel: 'marquee:queue-changed',
    local: 'queueChanged',
    remote: 'remoteQueueChanged',
    ids: 'showtimeIds',
  },
  {
    channel: 'marquee:notices-changed',
    local: 'noticesChanged',
    remote: 'remoteNoticesChanged',
    ids: 'userIds',
  },
  {
    channel: 'marquee:enquiries-changed',
    local: 'enquiriesChanged',
    remote: 'remoteEnquiriesChanged',
    ids: 'enquiryIds',
  },
] as const
/** At most 50 messages a second: the first goes out at once, later ones carry all ids since. */
const MESSAGE_INTERVAL_MS = 20

const Message = z.object({
  node: z.string(),
  showtimeIds: z.optional(z.array(z.string())),
  userIds: z.optional(z.array(z.string())),
  enquiryIds: z.optional(z.array(z.string())),
})

type BusChannel = (typeof CHANNELS)[number]
type BusRedis = Pick<Redis, 'client' | 'subscribe'>

/**
 * Publishes `claimsChanged`, `showChanged` and the other events of `CHANNELS` of this node to the other nodes over Redis, and emits theirs as
 * `remoteClaimsChanged` and so on. A lost message about claims or a waiting room is found by
 * comparing with the database, one about shows or enquiries when the office reads them again. Notices are read when they are opened.
 */
export function createClusterBus(redis: BusRedis, events: EventEmitter<ContextEvents>) {
  const node: string = crypto.randomUUID()
  const publishers = CHANNELS.map((channel) => createPublisher({ redis, events, node }, channel))
  return {
    close: () => {
      for (const publisher of publishers) publisher.close()
    },
  }
}

interface Bus {
  redis: BusRedis
  events: EventEmitter<ContextEvents>
  node: string
}

function createPublisher(
  { redis, events, node }: Bus,
  { channel, local, remote, ids }: BusChannel,
) {
  const pending = new Set<string>()
  let lastSentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function schedule(id: string) {
    pending.add(id)
    timer ??= setTimeout(send, Math.max(0, lastSentAt + MESSAGE_INTERVAL_MS - performance.now()))
  }

  function send() {
    const message = JSON.stringify({ node, [ids]: [...pending] })
    timer = undefined
    pending.clear()
    lastSentAt = performance.now()
    redis.client.publish(channel, message).catch(() => undefined)
  }

  function receive(text: string) {
    const message = parseMessage(text)
    if (!message || message.node === node) return
    for (const id of message[ids] ?? []) events.emit(remote, id)
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
