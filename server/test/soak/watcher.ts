import type { Ack } from '@marquee/contract/socket'
import { io } from 'socket.io-client'
import { follow, type TestSocket } from './follower.ts'

/** As the site's own pages have it (web/src/lib/socket.ts). */
const PATIENCE = { reconnectionDelay: 1000, reconnectionDelayMax: 5000, randomizationFactor: 0.5 }
const REFUSED_AGAIN_MS = 5000

export type Watcher = ReturnType<typeof aWatcher>

/** A page that looks at one map, and comes back as the site's pages do. All times are of this process, milliseconds. */
export function aWatcher(url: string, { address, showtimeId, seen }: Place) {
  const headers = { 'x-forwarded-for': address }
  const get = (path: string) => fetch(`${url}${path}`, { headers })
  const socket: TestSocket = io(url, {
    forceNew: true,
    transports: ['websocket'],
    extraHeaders: headers,
    ...PATIENCE,
  })
  const view = follow(socket, get, seen)
  /** When its line broke last, when it first tried again after that, and how often it was told that there are too many. */
  const times = { broken: 0, triedAgain: 0, refusals: 0 }
  const joins = new Set<(at: number) => void>()

  socket.on('disconnect', () => {
    times.broken = performance.now()
    times.triedAgain = 0
  })
  socket.io.on('reconnect_attempt', () => {
    times.triedAgain ||= performance.now()
  })
  socket.on('connect_error', () => {
    if (socket.active) return
    times.refusals += 1
    setTimeout(() => socket.connect(), REFUSED_AGAIN_MS * (0.5 + Math.random() / 2))
  })
  socket.on('connect', async () => {
    const ack: Ack = await socket.emitWithAck('joinShowtime', showtimeId)
    if (!ack.ok) return void socket.disconnect().connect()
    view.watch(showtimeId)
    for (const join of joins) join(performance.now())
  })

  return {
    holder: address,
    view,
    times,
    /** When it is in its room, the next time. */
    inRoom: () =>
      new Promise<number>((resolve) => {
        const join = (at: number) => {
          joins.delete(join)
          resolve(at)
        }
        joins.add(join)
      }),
    close: () => socket.close(),
  }
}

interface Place {
  /** As the proxy before the balancer would tell it. */
  address: string
  showtimeId: string
  seen: string[]
}
