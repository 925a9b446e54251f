import type {
  Server as HttpServer,
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import type { Ack } from '@marquee/contract/socket'
import DataLoader from 'dataloader'
import { Server } from 'socket.io'
import type { Context } from '../context.ts'
import { TOO_MANY_REQUESTS } from '../errors.ts'
import { DUPLICATE_COOKIE, hasDuplicateCookie } from '../http/cookies/cookies.ts'
import type { VisitorCookies } from '../http/cookies/visitor-cookie.ts'
import { CROSS_SITE } from '../http/origin-guard.ts'
import { type ActiveSession, findEndedSessions } from '../http/session/sessions.service.ts'
import { listShowtimesOfVisitors } from '../inventory/selections/selections.service.ts'
import {
  type JoinedSelection,
  listJoinedSelections,
} from '../inventory/selections/shared-selections.service.ts'
import { addressKey, createProxyTrust } from '../limits/client-address.ts'
import { createConnectionLimiter, TOO_MANY_CONNECTIONS } from '../limits/connection-limiter.ts'
import { disconnectSlowConsumer, terminateConnection } from '../limits/slow-consumer.ts'
import { createSocketRateLimiter } from '../limits/socket-rate-limiter.ts'
import { createBroadcaster } from './broadcaster.ts'
import { createGateway } from './gateway.ts'
import { accountRoomOf, type Io, type ServerSocket } from './rooms.ts'

/** Time for the clients to close their connections before the server destroys them. */
const CLOSE_TIMEOUT_MS = 1000
const MAX_MESSAGE_BYTES = 16 * 1024
/** Time from the connection to the client's first packet. */
const CONNECT_TIMEOUT_MS = 10_000

interface RealtimeOptions {
  visitorCookies: VisitorCookies
  /** Whether a handshake comes from a page of this site, or from a client that sends neither Origin nor Sec-Fetch-Site. */
  isAllowedOrigin: (request: IncomingMessage) => boolean
  /** Returns the session that the cookies of a handshake belong to. */
  findSession: (headers: IncomingHttpHeaders) => Promise<ActiveSession | null>
  connectTimeoutMs?: number | undefined
}

/** Serves Socket.IO on the HTTP server. */
export function openRealtime(server: HttpServer, ctx: Context, options: RealtimeOptions) {
  const { visitorCookies, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options
  const trust = createProxyTrust(ctx.config)
  const addressOf = (request: IncomingMessage) => addressKey(ctx, proxyAddr(request, trust))
  const limiter = createConnectionLimiter(
    ctx.config,
    (request) => visitorCookies.identifyRequest(request).visitorId,
  )
  const rateLimiter = createSocketRateLimiter(ctx)
  const selections = createSelectionLoader(ctx)
  const io: Io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: connectTimeoutMs,
    allowRequest: (request, decide) => {
      if (limiter.isOverHardLimit(request)) return decide(TOO_MANY_CONNECTIONS, false)
      if (!rateLimiter.isHandshakeAllowed(request)) return decide(TOO_MANY_REQUESTS, false)
      if (hasDuplicateCookie(request.headers, ctx.config)) {
        return decide(DUPLICATE_COOKIE, false)
      }
      const isAllowed = options.isAllowedOrigin(request)
      decide(isAllowed ? null : CROSS_SITE, isAllowed)
    },
  })
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    // Upgrades are handshakes, which have a limit of their own.
    if (request.headers.upgrade || rateLimiter.isPollingRequestAllowed(request)) return next()
    response.writeHead(429, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify({ code: 4, message: TOO_MANY_REQUESTS }))
  })
  // A new visitor gets the visitor cookie with the handshake.
  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    const { visitorId, isNew } = visitorCookies.identifyRequest(request)
    if (isNew) headers['set-cookie'] = visitorCookies.cookieFor(visitorId)
  })
  io.engine.on('connection', (connection: ServerSocket['conn']) => {
    limiter.add(connection)
    disconnectSlowConsumer(connection, ctx.log)
    connection.on('packet', () => {
      if (rateLimiter.isPacketAllowed(connection)) return
      ctx.log.info('connection with too many packets closed')
      terminateConnection(connection)
    })
  })
  io.use((socket, next) => (limiter.isAllowed(socket.conn) ? next() : refuse(socket, next)))
  io.use(
    (socket, next) =>
      void identify(ctx, { ...options, addressOf, selections }, socket).then(
        (isKnown) => isKnown && next(),
      ),
  )

  const connections = trackConnections(server)
  const broadcaster = createBroadcaster(io, ctx)
  const gateway = createGateway(io, ctx, { broadcaster, rateLimiter })
  const stopNotices = sendNoticeChanges(io, ctx)
  return {
    compare: broadcaster.compare,
    updatePresence: gateway.updatePresence,
    pushWaitingRooms: gateway.waitingRooms.push,
    countWatchers: gateway.waitingRooms.countWatchers,
    closeEndedSessions: () => closeEndedSessions(io, ctx),
    /** The number of open connections of this process. */
    count: () => io.engine.clientsCount,
    /**
     * Closes the connections but not the HTTP server, which drains by itself. Sends no disconnect packet: browsers reconnect after
     * a lost connection, not after a disconnect by the server.
     */
    close: () => {
      broadcaster.close()
      stopNotices()
      io.engine.close()
      setTimeout(() => destroyAll(connections), CLOSE_TIMEOUT_MS).unref()
    },
  }
}

function refuse(socket: ServerSocket, next: (error: Error) => void) {
  const data: Ack = { ok: false, code: 'LIMIT', message: TOO_MANY_CONNECTIONS }
  next(Object.assign(new Error(TOO_MANY_CONNECTIONS), { data }))
  // The error packet is written first.
  setImmediate(() => socket.conn.close())
}

/** Loads what visitors choose who connect. Connections that come together share the queries. */
const createSelectionLoader = (ctx: Context) =>
  new DataLoader(
    async (visitorIds: readonly string[]) => {
      const [joined, showtimes] = await Promise.all([
        listJoinedSelections(ctx, visitorIds),
        listShowtimesOfVisitors(ctx.reader, visitorIds),
      ])
      return visitorIds.map((_, n) => ({
        joinedSelections: joined[n] ?? new Map<string, JoinedSelection>(),
        checkouts: showtimes[n] ?? new Set<string>(),
      }))
    },
    { cache: false, maxBatchSize: 500, batchScheduleFn: setImmediate },
  )

interface IdentifyOptions extends Pick<RealtimeOptions, 'visitorCookies' | 'findSession'> {
  addressOf: (request: IncomingMessage) => string
  selections: ReturnType<typeof createSelectionLoader>
}

/** Sets the socket's visitor, address and session. Returns false and closes the connection if the session cannot be read. */
async function identify(
  ctx: Context,
  { visitorCookies, findSession, addressOf, selections }: IdentifyOptions,
  socket: ServerSocket,
) {
  try {
    const { visitorId } = visitorCookies.identifyRequest(socket.request)
    const session = await findSession(socket.request.headers)
    socket.data = {
      visitorId,
      address: addressOf(socket.request),
      userId: session?.userId ?? null,
      email: session?.email ?? null,
      isConfirmed: session?.isConfirmed ?? false,
      sessionId: session?.sessionId ?? null,
      showtimes: new Set(),
      pendingStates: new Map(),
      ...(await selections.load(visitorId)),
    }
    return true
  } catch (error) {
    ctx.log.warn({ err: error }, 'socket handshake failed')
    // A browser reconnects after a lost connection, not after a refusal.
    socket.conn.close()
    return false
  }
}

/** Closes the sockets of sessions that have ended, including those that ended on another node. */
async function closeEndedSessions(io: Io, ctx: Context) {
  const clients = [...io.sockets.sockets.values()].filter(({ data }) => data.sessionId !== null)
  const sessionIds = clients.flatMap(({ data: { sessionId } }) => sessionId ?? [])
  const ended = await findEndedSessions(ctx, sessionIds)
  for (const { conn, data } of clients) if (ended.has(data.sessionId ?? '')) conn.close()
}

/** The upgraded connections, which the HTTP server does not close. */
function trackConnections(server: HttpServer) {
  const connections = new Set<Duplex>()
  server.on('upgrade', (_, connection: Duplex) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return connections
}

function destroyAll(connections: Set<Duplex>) {
  for (const connection of connections) connection.destroy()
}

/** Tells all connections of an account that its notices have changed. Returns a function that stops it. */
function sendNoticeChanges(io: Io, { events }: Pick<Context, 'events'>) {
  io.on('connection', (socket) => {
    const { userId } = socket.data
    if (userId !== null) void socket.join(accountRoomOf(userId))
  })
  const send = (userId: string) => io.to(accountRoomOf(userId)).emit('noticesChanged', {})
  events.on('noticesChanged', send).on('remoteNoticesChanged', send)
  return () => {
    events.off('noticesChanged', send).off('remoteNoticesChanged', send)
  }
}
