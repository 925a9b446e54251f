import { io } from 'socket.io-client'
import { type ClientSocket, followMap } from './map-follower.ts'
import type { OperationLog } from './operation-log.ts'

/** The delays of the web app (web/src/lib/socket.ts). */
const RECONNECTION = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
}
const RETRY_AFTER_REFUSAL_MS = 5000

export type Viewer = ReturnType<typeof connectViewer>

interface ViewerOptions {
  /** Sent as X-Forwarded-For. */
  address: string
  showtimeId: string
  log: OperationLog
}

/** Simulates a page that shows one map and reconnects as the web app does. Times are milliseconds of `performance.now()`. */
export function connectViewer(url: string, { address, showtimeId, log }: ViewerOptions) {
  const headers = { 'x-forwarded-for': address }
  const get = (path: string) => fetch(`${url}${path}`, { headers })
  const socket: ClientSocket = io(url, {
    forceNew: true,
    transports: ['websocket'],
    extraHeaders: headers,
    ...RECONNECTION,
  })
  const map = followMap(socket, get, log)
  /** The last disconnect, the first attempt after it, and the number of refused connections. */
  const reconnection = { disconnectedAt: 0, attemptedAt: 0, refusals: 0 }
  const waiting = new Set<(at: number) => void>()

  socket.on('disconnect', () => {
    reconnection.disconnectedAt = performance.now()
    reconnection.attemptedAt = 0
  })
  socket.io.on('reconnect_attempt', () => {
    reconnection.attemptedAt ||= performance.now()
  })
  socket.on('connect_error', () => {
    if (socket.active) return
    reconnection.refusals += 1
    setTimeout(() => socket.connect(), RETRY_AFTER_REFUSAL_MS * (0.5 + Math.random() / 2))
  })
  socket.on('connect', async () => {
    const ack = await socket.emitWithAck('joinShowtime', showtimeId)
    if (!ack.ok) return void socket.disconnect().connect()
    map.follow(showtimeId)
    for (const resolve of waiting) resolve(performance.now())
    waiting.clear()
  })

  return {
    holder: address,
    map,
    reconnection,
    /** Resolves when the viewer joins its room next. */
    nextJoin: () => new Promise<number>((resolve) => waiting.add(resolve)),
    close: () => socket.close(),
  }
}
