import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Push } from '@marquee/contract/socket'
import { Server } from 'socket.io'
import type { Context } from '../context.ts'
import type { Holders } from '../http/holder.ts'
import { createGateway } from './gateway.ts'
import { createPublisher } from './publisher.ts'
import { type Client, holderRoomOf, type Io } from './rooms.ts'
import { cutWhenStalled } from './stalled.ts'

/** How long a client may take to say goodbye. */
const FAREWELL_MS = 1000
const MOST_BYTES_IN = 16 * 1024

interface Door {
  holders: Holders
  /** Whether a handshake comes from one of our own pages, or from a program that names no page. */
  mayEnter: (request: IncomingMessage) => boolean
}

/** Opens the socket on the server that answers everything else. */
export function openRealtime(server: HttpServer, ctx: Context, { holders, mayEnter }: Door) {
  const io: Io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES_IN,
    allowRequest: (request, decide) => decide(null, mayEnter(request)),
  })
  // A newcomer whose first word is the handshake gets the holder's cookie with its answer.
  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    const { holder, isNew } = holders.of(request)
    if (isNew) headers['set-cookie'] = holders.cookieFor(holder)
  })
  io.engine.on('connection', (connection: Client['conn']) => cutWhenStalled(connection, ctx.log))
  io.use((client, next) => {
    client.data = { holder: holders.of(client.request).holder, showtimes: new Set() }
    next()
  })

  const lines = new Set<Duplex>()
  server.on('upgrade', (_, line: Duplex) => {
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })

  const publisher = createPublisher(io, ctx)
  const gateway = createGateway(io, ctx, publisher)
  return {
    publish: publisher.publish,
    compare: publisher.compare,
    endAbsences: gateway.endAbsences,
    tellExpired: (holder: string, push: Push<'holdExpired'>) =>
      void io.to(holderRoomOf(holder)).emit('holdExpired', push),
    /** Open sockets of this process. */
    count: () => io.engine.clientsCount,
    close: () => {
      // Not io.close(): it would close the server too, before anybody has told the requests under way to hurry.
      io.disconnectSockets(true)
      io.engine.close()
      setTimeout(() => hangUp(lines), FAREWELL_MS).unref()
    },
  }
}

function hangUp(lines: Set<Duplex>) {
  for (const line of lines) line.destroy()
}
