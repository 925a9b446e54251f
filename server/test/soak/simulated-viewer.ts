import { io } from 'socket.io-client'
import { type ClientSocket, followMap } from './map-follower.ts'
import type { OperationLog } from './operation-log.ts'

/** The delays of the web app (web/src/lib/socket/socket.ts). */
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

/** Simulates a page that shows one map and reconnects as the web app does. */
export function connectViewer(url: string, { address, showtimeId, log }: ViewerOptions) {
  const extraHeaders = { 'x-forwarded-for': address }
  const get = (path: string) => fetch(`${url}${path}`, { headers: extraHeaders })
  const options = { forceNew: true, transports: ['websocket'], extraHeaders, ...RECONNECTION }
  const socket: ClientSocket = io(url, options)
  const map = followMap(socket, get, log)
  let disconnects = 0
  let refusals = 0
  let join = Promise.withResolvers<number>()

  socket.on('disconnect', () => {
    disconnects += 1
  })
  socket.on('connect_error', () => {
    if (socket.active) return
    refusals += 1
    setTimeout(() => socket.connect(), RETRY_AFTER_REFUSAL_MS * (0.5 + Math.random() / 2))
  })
  socket.on('connect', async () => {
    const ack = await socket.emitWithAck('joinShowtime', showtimeId)
    if (!ack.ok) return void socket.disconnect().connect()
    map.follow(showtimeId)
    join.resolve(performance.now())
    join = Promise.withResolvers()
  })

  return {
    holder: address,
    map,
    disconnects: () => disconnects,
    /** The number of refused connections. */
    refusals: () => refusals,
    /** Resolves with the time (`performance.now()`) when the viewer joins its room next. */
    nextJoin: () => join.promise,
    close: () => socket.close(),
  }
}
