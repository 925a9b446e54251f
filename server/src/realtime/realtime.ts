import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Ack, Push } from '@marquee/contract/socket'
import { Server } from 'socket.io'
import { type ActiveSession, findEndedSessions } from '../accounts/sessions.service.ts'
import type { ConnectionCounts } from '../admission/connection-counts.ts'
import { createConnectionLimiter, TOO_MANY_CONNECTIONS } from '../admission/connection-limiter.ts'
import { disconnectSlowConsumer } from '../admission/slow-consumer.ts'
import type { Context } from '../context.ts'
import type { HolderCookies } from '../http/holder-cookie.ts'
import { CROSS_SITE } from '../http/origin-guard.ts'
import { createBroadcaster } from './broadcaster.ts'
import { createGateway } from './gateway.ts'
import { type Client, holderRoomOf, type Io } from './rooms.ts'

/** How long a client may take to say goodbye. */
const FAREWELL_MS = 1000
const MOST_BYTES_IN = 16 * 1024
/** From the line to the first word on it. */
const FIRST_WORD_MS = 10_000

interface Door {
  holders: HolderCookies
  /** Whether a handshake comes from one of our own pages, or from a program that names no page. */
  mayEnter: (request: IncomingMessage) => boolean
  /** In whose live session a handshake comes, by its cookies. */
  whoIs: (headers: IncomingHttpHeaders) => Promise<ActiveSession | null>
  firstWordMs?: number
  /** The windows at other nodes, if there may be any. */
  others?: ConnectionCounts | undefined
}

/** Opens the socket on the server that answers everything else. */
export function openRealtime(
  server: HttpServer,
  ctx: Context,
  { holders, mayEnter, whoIs, others, firstWordMs = FIRST_WORD_MS }: Door,
) {
  const turnstile = createConnectionLimiter(ctx.config, holders, others)
  const io: Io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES_IN,
    connectTimeout: firstWordMs,
    allowRequest: (request, decide) => {
      if (turnstile.isStormed(request)) decide(TOO_MANY_CONNECTIONS, false)
      else decide(mayEnter(request) ? null : CROSS_SITE, mayEnter(request))
    },
  })
  // A newcomer whose first word is the handshake gets the holder's cookie with its answer.
  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    const { holder, isNew } = holders.byRequest(request)
    if (isNew) headers['set-cookie'] = holders.cookieFor(holder)
  })
  io.engine.on('connection', (connection: Client['conn']) => {
    turnstile.enter(connection)
    disconnectSlowConsumer(connection, ctx.log)
  })
  io.use(async (client, next) => {
    if (await turnstile.mayStay(client.conn)) return next()
    const data: Ack = { ok: false, code: 'LIMIT', message: TOO_MANY_CONNECTIONS }
    next(Object.assign(new Error(TOO_MANY_CONNECTIONS), { data }))
    // The refusal is written in between.
    setImmediate(() => client.conn.close())
  })
  io.use(async (client, next) => {
    try {
      const { holder } = holders.byRequest(client.request)
      const who = await whoIs(client.request.headers)
      const sessionId = who?.sessionId ?? null
      client.data = { holder, openedAt: ctx.now(), sessionId, showtimes: new Set() }
      next()
    } catch (error) {
      ctx.log.warn({ err: error }, 'a window could not be opened')
      // A browser whose line breaks comes back by itself, one that is refused does not.
      client.conn.close()
    }
  })

  const lines = new Set<Duplex>()
  server.on('upgrade', (_, line: Duplex) => {
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })

  /** For the clock to call: closes the windows of sessions that are over, however and wherever they were ended. */
  async function seeOut() {
    const windows = [...io.sockets.sockets.values()].filter(({ data }) => data.sessionId !== null)
    const ended = await findEndedSessions(
      ctx,
      windows.flatMap(({ data: { sessionId } }) => sessionId ?? []),
    )
    for (const { conn, data } of windows) if (ended.has(data.sessionId ?? '')) conn.close()
  }

  const publisher = createBroadcaster(io, ctx)
  const gateway = createGateway(io, ctx, publisher)
  return {
    publish: publisher.publish,
    toldMap: publisher.toldMap,
    compare: publisher.compare,
    takeAttendance: gateway.takeAttendance,
    seeOut,
    tellOthers: turnstile.tellOthers,
    tellExpired: (holder: string, push: Push<'holdExpired'>) =>
      void io.to(holderRoomOf(holder)).emit('holdExpired', push),
    /** The same of what another node has found out: a window opened since was elsewhere then, and has been told there. */
    tellExpiredAt: (holder: string, push: Push<'holdExpired'>, at: number) => {
      for (const client of io.sockets.sockets.values()) {
        if (client.data.holder === holder && client.data.openedAt <= at)
          client.emit('holdExpired', push)
      }
    },
    /** Open sockets of this process. */
    count: () => io.engine.clientsCount,
    close: () => {
      // Not io.close(): it would close the server too, before anybody has told the requests under way to hurry. Nor a
      // word of farewell: a browser that is sent away does not come back, one whose line ends does.
      io.engine.close()
      setTimeout(() => hangUp(lines), FAREWELL_MS).unref()
    },
  }
}

function hangUp(lines: Set<Duplex>) {
  for (const line of lines) line.destroy()
}
