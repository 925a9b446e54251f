import pg from 'pg'

const BEAT_EVERY_MS = 1000
/** As long as the longest statement: whoever has not answered by then is not busy but gone. */
const SILENCE_MS = 5000

export type Pulse = ReturnType<typeof watchPulse>

/**
 * Asks the server each second whether it still answers. Its own bounds of a statement mean nothing once it hangs: then every
 * connection to it is cut, and nobody waits for a new one until it has answered again.
 */
export function watchPulse(url: string, onLost: (error: Error) => void) {
  const clients = new Set<pg.ClientBase>()
  let heart: pg.Client | undefined
  let isSilent = false

  function cut() {
    if (!isSilent) onLost(new Error(`The database has not answered for ${SILENCE_MS} ms`))
    isSilent = true
    // Ending a connection that waits for an answer breaks it.
    for (const client of clients) void (client as pg.Client).end().catch(onLost)
  }

  async function listen() {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: SILENCE_MS })
    client.on('error', () => forget(client))
    await client.connect()
    return client
  }
  function forget(client: pg.Client | undefined) {
    if (heart === client) heart = undefined
    void client?.end().catch(onLost)
  }

  async function beat() {
    const tooLate = setTimeout(() => {
      cut()
      forget(heart)
    }, SILENCE_MS)
    try {
      heart ??= await listen()
      await heart.query('select 1')
      isSilent = false
    } catch {
      forget(heart)
    } finally {
      clearTimeout(tooLate)
    }
  }

  let stopped = false
  let timer = setTimeout(next, BEAT_EVERY_MS)
  async function next() {
    await beat()
    if (stopped) forget(heart)
    else timer = setTimeout(next, BEAT_EVERY_MS)
  }

  return {
    keep: (client: pg.ClientBase) => {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    },
    /** Throws while the server is known not to answer. */
    check: () => {
      if (isSilent)
        throw Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      forget(heart)
    },
  }
}
