import type { Server } from 'node:net'
import type { App } from './route.ts'

/**
 * Connections that wait to be accepted, when many visitors arrive at once. Beyond it the system drops them, and clients try again after one
 * second, then three and seven. Node's default is 511. The system may have a lower limit (net.core.somaxconn).
 */
const LISTEN_BACKLOG = 4096
/** Requests in progress may take this long when the server closes. */
const DRAIN_TIMEOUT_MS = 5000
const IDLE_CHECK_INTERVAL_MS = 50

interface Address {
  host: string
  port: number
  socket: Server | undefined
}

/** Listens on the open socket of a port that the system has chosen, or else on the configured address. */
export async function listen(app: App, { host, port, socket }: Address) {
  await app.ready()
  if (socket) app.server.listen(socket, LISTEN_BACKLOG).ref()
  else await app.listen({ host, port, backlog: LISTEN_BACKLOG })
}

/** Lets requests in progress finish for a limited time, and closes idle connections. */
export async function drainServer({ server, close }: Pick<App, 'server' | 'close'>) {
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await close()
  clearInterval(idleCheck)
  clearTimeout(deadline)
}
