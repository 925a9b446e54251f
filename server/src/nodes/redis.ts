import { createClient } from 'redis'
import type { Log } from '../log.ts'

/** What can be done without Redis does not wait for it any longer. */
const PATIENCE_MS = 500
const CONNECT_WITHIN_MS = 2000
const LONGEST_PAUSE_MS = 2000
/** A line on which nothing comes for so long is given up; asking in between keeps it alive. */
const SILENCE_MS = 5000
const ASK_EVERY_MS = 2000

export type Redis = ReturnType<typeof openRedis>

/**
 * A line to the Redis that all nodes share. It may be away at any time, from the start or for ever: what is asked of it
 * then fails at once, and it is looked for again until it is back.
 */
export function openRedis(url: string, log: Log) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: ASK_EVERY_MS,
    commandOptions: { timeout: PATIENCE_MS },
    socket: {
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.random() * Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS),
    },
  })
  let isAway = false
  client.on('error', (error: unknown) => {
    // Each attempt in vain is one more: the first of them says it all.
    if (!isAway) log.warn({ err: error }, 'redis is away')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('redis is back')
    isAway = false
  })
  // Nobody waits for it: a node opens without Redis as well.
  client.connect().catch(() => undefined)
  return client
}
