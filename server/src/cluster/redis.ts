import type { Log } from '../platform/log.ts'

/** A later reply is ignored. */
const REPLY_TIMEOUT_MS = 250
const CONNECT_TIMEOUT_MS = 2000
const PING_INTERVAL_MS = 1000
/** A connection without any reply, not even to a ping, is dead. */
const SOCKET_TIMEOUT_MS = 3000
const MAX_RECONNECT_DELAY_MS = 1000

export type Redis = Awaited<ReturnType<typeof openRedis>>

/**
 * Connects to Redis in the background and reconnects after each disconnect. A command fails at once while there is no
 * connection, so no caller waits for Redis.
 */
export async function openRedis(url: string, log: Log) {
  // A single node never loads the client.
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    commandOptions: { timeout: REPLY_TIMEOUT_MS },
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Random, so that the nodes do not all reconnect at the same moment.
      reconnectStrategy: (attempts) =>
        Math.min(MAX_RECONNECT_DELAY_MS, 50 * 2 ** attempts) * (0.5 + Math.random()),
    },
  })
  let isConnected: boolean | undefined
  let isClosed = false
  client.on('error', (error: Error) => {
    // Commands without a reply fail when the client is closed.
    if (isClosed) return
    if (isConnected !== false) log.warn({ err: error }, 'redis disconnected')
    isConnected = false
  })
  client.on('ready', () => {
    if (isConnected === false) log.info('redis reconnected')
    isConnected = true
  })
  // Errors are logged above, and the client keeps trying.
  client.connect().catch(() => undefined)

  /** Subscribes now, or as soon as there is a connection. After the first success the client subscribes again itself after each disconnect. */
  const subscribe = (channel: string, listener: (message: string) => void) => {
    const start = () =>
      void client.subscribe(channel, listener).catch((error: Error) => {
        if (isClosed) return
        log.warn({ err: error, channel }, 'redis subscription failed')
        setTimeout(begin, MAX_RECONNECT_DELAY_MS).unref()
      })
    const begin = () => {
      if (client.isReady) start()
      else client.once('ready', start)
    }
    begin()
  }

  return {
    client,
    subscribe,
    isConnected: () => client.isReady,
    close: () => {
      isClosed = true
      client.destroy()
    },
  }
}
