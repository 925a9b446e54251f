import { Socket } from 'node:net'
import pg from 'pg'

const CHECK_EVERY_MS = 1000
/** 5 s, as long as the longest statement: a server that is only busy responds within that time. */
const MAX_MISSED_CHECKS = 5

export type DatabaseHealth = ReturnType<typeof watchDatabaseHealth>

/**
 * Checks every second that PostgreSQL still responds. A server that hangs ignores its own statement timeout. All connections to it are
 * then destroyed, and new ones are refused until it responds again.
 */
export function watchDatabaseHealth(
  url: string,
  onLost: (error: Error) => void,
  checkEveryMs = CHECK_EVERY_MS,
) {
  const sockets = new Set<Socket>()
  let client: pg.Client | undefined
  let isChecking = false
  let isUnresponsive = false
  /** Counts checks instead of time: a process that was suspended for long counts one. */
  let missedChecks = 0

  /** Creates a socket that is destroyed when the server stops responding. */
  function newSocket() {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  /** Destroys the sockets without sending a Terminate message: a hanging server would not respond to it. */
  function destroySockets() {
    for (const socket of sockets) socket.destroy()
  }

  function tick() {
    if (!isChecking) {
      void check()
      return
    }
    missedChecks += 1
    if (missedChecks < MAX_MISSED_CHECKS) return
    if (!isUnresponsive) onLost(new Error('The database does not respond'))
    isUnresponsive = true
    destroySockets()
  }

  async function check() {
    isChecking = true
    try {
      client ??= await connect()
      await client.query('select 1')
      isUnresponsive = false
    } catch {
      // An error is a response too. Only a missing response means that the server hangs.
      client = undefined
    }
    isChecking = false
    missedChecks = 0
  }

  async function connect() {
    const connected = new pg.Client({ connectionString: url, stream: newSocket })
    // The next check notices the error.
    connected.on('error', () => undefined)
    await connected.connect()
    return connected
  }

  const timer = setInterval(tick, checkEveryMs)
  return {
    newSocket,
    /** Throws a transient error while the server does not respond. */
    assertResponsive: () => {
      if (isUnresponsive) {
        throw Object.assign(new Error('The database does not respond'), { code: 'ETIMEDOUT' })
      }
    },
    /** Call after the pools have closed. Also destroys connections that a hanging server keeps open. */
    stop: () => {
      clearInterval(timer)
      destroySockets()
    },
  }
}
