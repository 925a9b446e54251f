import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { OfficeEvents } from '@marquee/contract/office/events'
import { Server, type Socket } from 'socket.io'
import type { OfficeConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { TOO_MANY_REQUESTS } from '../errors.ts'
import {
  cookieName,
  DUPLICATE_COOKIE,
  hasDuplicateCookie,
  readCookie,
} from '../http/cookies/cookies.ts'
import { CROSS_SITE, isAllowedOrigin } from '../http/origin-guard.ts'
import { createConnectionLimiter, TOO_MANY_CONNECTIONS } from '../limits/connection-limiter.ts'
import { disconnectSlowConsumer } from '../limits/slow-consumer.ts'
import { createSocketRateLimiter } from '../limits/socket-rate-limiter.ts'
import type { DeviceSessions } from './devices/device-session.plugin.ts'
import { findEndedDevices } from './devices/devices.service.ts'

/** Changes within this time are sent together. */
const PUSH_INTERVAL_MS = 100
/** Devices send nothing but pings. */
const MAX_MESSAGE_BYTES = 1024

interface DeviceSocketData {
  deviceId: string
}
type None = Record<string, never>
type OfficeSocket = Socket<None, OfficeEvents, None, DeviceSocketData>

interface OfficeSocketOptions {
  office: OfficeConfig
  deviceSessions: DeviceSessions
}

/** Tells the paired devices when shows or enquiries change. */
export function openOfficeSockets(
  server: HttpServer,
  ctx: Context,
  { office, deviceSessions }: OfficeSocketOptions,
) {
  const limiter = createConnectionLimiter(
    ctx.config,
    ({ headers }) => readCookie(headers, cookieName(office, 'office')) ?? '',
  )
  const rateLimiter = createSocketRateLimiter(ctx)
  const findProblem = (request: IncomingMessage) => {
    if (limiter.isOverHardLimit(request)) return TOO_MANY_CONNECTIONS
    if (!rateLimiter.isHandshakeAllowed(request)) return TOO_MANY_REQUESTS
    if (hasDuplicateCookie(request.headers, office)) return DUPLICATE_COOKIE
    return isAllowedOrigin(request.headers, office.origins) ? null : CROSS_SITE
  }
  const io = new Server<None, OfficeEvents, None, DeviceSocketData>(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest: (request, decide) => {
      const problem = findProblem(request)
      decide(problem, problem === null)
    },
  })
  io.engine.on('connection', (connection: OfficeSocket['conn']) => {
    limiter.add(connection)
    disconnectSlowConsumer(connection, ctx.log)
  })
  io.use((socket, next) => {
    if (!limiter.isAllowed(socket.conn)) return socket.conn.close()
    deviceSessions.find(socket.request).then(
      (device) => {
        if (device === null) return socket.conn.close()
        socket.data = { deviceId: device.id }
        next()
      },
      () => socket.conn.close(),
    )
  })

  const stopPushes = [
    pushChanges(ctx, SHOW_CHANGES, (ids) => io.emit('showsChanged', { showtimeIds: ids })),
    pushChanges(ctx, ENQUIRY_CHANGES, () => io.emit('enquiriesChanged', {})),
  ]

  return {
    /** Closes the sockets of devices that have lost their access, on any node. */
    closeEndedDevices: async () => {
      const sockets = [...io.sockets.sockets.values()]
      if (sockets.length === 0) return
      const ended = await findEndedDevices(
        ctx,
        sockets.map(({ data }) => data.deviceId),
      )
      for (const { conn, data } of sockets) if (ended.has(data.deviceId)) conn.close()
    },
    close: () => {
      for (const stop of stopPushes) stop()
      io.engine.close()
    },
  }
}

const SHOW_CHANGES = [
  'claimsChanged',
  'remoteClaimsChanged',
  'showChanged',
  'remoteShowChanged',
] as const
const ENQUIRY_CHANGES = ['enquiriesChanged', 'remoteEnquiriesChanged'] as const
type Change = (typeof SHOW_CHANGES | typeof ENQUIRY_CHANGES)[number]

/** Gathers the ids of these events for 100 ms, then sends them. Returns a function that stops it. */
function pushChanges(
  { events }: Pick<Context, 'events'>,
  names: readonly Change[],
  send: (ids: string[]) => void,
) {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const push = () => {
    timer = undefined
    send([...changed])
    changed.clear()
  }
  const onChange = (id: string) => {
    changed.add(id)
    timer ??= setTimeout(push, PUSH_INTERVAL_MS)
  }
  for (const name of names) events.on(name, onChange)
  return () => {
    for (const name of names) events.off(name, onChange)
    clearTimeout(timer)
  }
}
