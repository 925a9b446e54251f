import type { Log } from '../platform/log.ts'

/** How long an answer is worth waiting for: what Redis does for us is worth nothing late. */
const ANSWER_MS = 250
const CONNECT_MS = 2000
/** A connection on which not even the answer to a ping comes is a dead one. */
const PING_EVERY_MS = 1000
const SILENCE_MS = 3000
const LONGEST_PAUSE_MS = 1000

export type Redis = Awaited<ReturnType<typeof openRedis>>

/**
 * The way to the other nodes. Nobody waits for it: it is opened beside the start and again whenever it breaks, and
 * whoever asks while it is away hears so at once.
 */
export async function openRedis(url: string, log: Log) {
  // One node alone never loads it.
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    commandOptions: { timeout: ANSWER_MS },
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Never all nodes in the same moment.
      reconnectStrategy: (tries) =>
        Math.min(LONGEST_PAUSE_MS, 50 * 2 ** tries) * (0.5 + Math.random()),
    },
  })
  let wasReady: boolean | undefined
  let isClosed = false
  client.on('error', (error: Error) => {
    // What was still asked when we left has no answer, and nobody misses it.
    if (isClosed) return
    if (wasReady !== false) log.warn({ err: error }, 'Redis is away: each node is on its own')
    wasReady = false
  })
  client.on('ready', () => {
    if (wasReady === false) log.info('Redis is back')
    wasReady = true
  })
  // It goes on trying by itself, and says so above.
  client.connect().catch(() => undefined)

  /** From now on and after every break of the line. */
  const hear = (channel: string, listener: (message: string) => void) => {
    const subscribe = () => void client.subscribe(channel, listener).catch(() => undefined)
    if (client.isReady) subscribe()
    else client.once('ready', subscribe)
  }

  return {
    client,
    hear,
    isThere: () => client.isReady,
    close: () => {
      isClosed = true
      client.destroy()
    },
  }
}
