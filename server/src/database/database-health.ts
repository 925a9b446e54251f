import { Socket } from 'node:net'
import pg from 'pg'

const BEAT_EVERY_MS = 1000
/** Five seconds, as long as the longest statement: whoever has not answered by then is not busy but gone. */
const MOST_UNANSWERED = 5

export type DatabaseHealth = ReturnType<typeof watchDatabaseHealth>

/**
 * Asks the server each second whether it still answers. Its own bounds of a statement mean nothing once it hangs: then every
 * connection to it is cut, and nobody waits for a new one until it has answered again.
 */
export function watchDatabaseHealth(
  url: string,
  onLost: (error: Error) => void,
  beatEveryMs = BEAT_EVERY_MS,
) {
  const lines = new Set<Socket>()
  let heart: pg.Client | undefined
  let isAsking = false
  let isSilent = false
  /** In beats, not by the clock: a process that is itself held up for long counts one. */
  let unanswered = 0

  /** For every connection that is to be cut when the server falls silent, from before it is made. */
  function newLine() {
    const line = new Socket()
    lines.add(line)
    line.once('close', () => lines.delete(line))
    return line
  }
  /** Without a word: whoever hangs would not hear it, and the pool would go on giving out what only waits to be closed. */
  function cut() {
    for (const line of lines) line.destroy()
  }

  function beat() {
    if (!isAsking) {
      void ask()
      return
    }
    unanswered += 1
    if (unanswered < MOST_UNANSWERED) return
    if (!isSilent) onLost(new Error('The database no longer answers'))
    isSilent = true
    cut()
  }

  async function ask() {
    isAsking = true
    try {
      heart ??= await listen()
      await heart.query('select 1')
      isSilent = false
    } catch {
      // Refused or broken off is an answer too: whoever wants a connection finds out alone.
      heart = undefined
    }
    isAsking = false
    unanswered = 0
  }

  async function listen() {
    const client = new pg.Client({ connectionString: url, stream: newLine })
    // The next question finds out.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  const timer = setInterval(beat, beatEveryMs)
  return {
    newLine,
    /** Throws while the server is known not to answer. */
    check: () => {
      if (isSilent)
        throw Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })
    },
    /** After the last connection has been given back: also one that still says goodbye to a server that hangs ends here. */
    stop: () => {
      clearInterval(timer)
      cut()
    },
  }
}
