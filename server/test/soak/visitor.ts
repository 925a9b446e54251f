import type { Booking } from '@marquee/contract/bookings'
import type { ErrorAnswer } from '@marquee/contract/errors'
import { type Ack, type ClientEvent, clientEvents, type Payload } from '@marquee/contract/socket'
import { io } from 'socket.io-client'
import type { Buyer } from './buyer.ts'
import { aCaller } from './caller.ts'
import { follow, type TestSocket } from './follower.ts'
import type { Absence, Act, History, Order } from './history.ts'

export type Visitor = Awaited<ReturnType<typeof aVisitor>>

/** An answer may be late, on a machine that does all of this at once; it must come. */
const PATIENCE_MS = 15_000

interface Doors {
  url: string
  /** Another way in for the socket. */
  socketUrl?: string | undefined
}

/**
 * One browser window: a socket, calls, the map it sees, and every word of it on record. With the cookie of another window it is
 * the same visitor's.
 */
export async function aVisitor(
  { url, socketUrl = url }: Doors,
  buyer: Buyer,
  { history, holderCookie: known }: { history: History; holderCookie?: string },
) {
  const holderCookie = known ?? (await welcomed(url))
  const holder = decodeURIComponent(holderCookie).split('=')[1]?.split('.')[0] ?? ''
  const cookie = `${holderCookie}; ${buyer.cookie}`
  const call = aCaller(history.seen)
  const get = (path: string) => call(`${url}${path}`, { headers: { cookie } })

  const socket: TestSocket = io(socketUrl, {
    forceNew: true,
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const view = follow(socket, get, history.seen)
  const expired: string[] = []
  let showtimeId = ''
  const arrive = async () => {
    if (showtimeId === '') return
    const joined = await ask('joinShowtime', showtimeId).catch(() => undefined)
    if (joined?.ok) absence.to = Math.min(absence.to, Date.now())
    view.watch(showtimeId)
  }
  let absence: Absence = { holder, showtimeId, from: 0, to: 0 }
  socket.on('connect', arrive)
  socket.on('disconnect', () => {
    absence = { holder, showtimeId, from: Date.now(), to: Number.POSITIVE_INFINITY }
    history.absences.push(absence)
  })
  socket.on('holdExpired', ({ itemId }) => expired.push(itemId))

  /** Throws when no answer came: then nobody knows what became of it. */
  function ask<E extends ClientEvent>(event: E, payload: Payload<E>): Promise<Ack> {
    clientEvents[event].parse(payload)
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('lost'))
      const timer = setTimeout(lost, PATIENCE_MS)
      socket.once('disconnect', lost)
      const answered = (ack: Ack) => {
        clearTimeout(timer)
        socket.off('disconnect', lost)
        resolve(ack)
      }
      const send = socket.emit as (
        event: E,
        payload: Payload<E>,
        answered: (ack: Ack) => void,
      ) => void
      send.call(socket, event, payload, answered)
    })
  }

  /** Does something over the socket and records what came of it. */
  async function act<E extends ClientEvent>(
    verb: Act['verb'],
    placeIds: string[],
    event: E,
    payload: Payload<E>,
  ) {
    if (!socket.connected) return
    const sentAt = Date.now()
    const about = { holder, showtimeId, verb, placeIds, sentAt }
    try {
      const ack = await ask(event, payload)
      const answeredAt = Date.now()
      history.acts.push(
        ack.ok
          ? { ...about, answeredAt, outcome: 'done', until: Date.parse(ack.holdUntil ?? '') }
          : { ...about, answeredAt, outcome: 'refused', refusal: ack.code },
      )
      return ack
    } catch {
      const refusal = socket.connected ? 'no answer' : 'a lost connection'
      history.acts.push({ ...about, answeredAt: Date.now(), outcome: 'unknown', refusal })
      return undefined
    }
  }

  /** Sends one order and records what came of it. */
  async function book(order: Order, body: object, key?: string) {
    const { placeIds } = order
    const about = { holder, showtimeId, verb: 'book' as const, placeIds, sentAt: Date.now() }
    try {
      const answer = await send(body, key)
      const answeredAt = Date.now()
      if ('booking' in answer) {
        order.outcomes.push('made')
        order.references.push(answer.booking.bookingReference)
        history.acts.push({ ...about, answeredAt, outcome: 'done' })
      } else {
        order.outcomes.push('refused')
        history.acts.push({ ...about, answeredAt, outcome: 'refused', refusal: answer.code })
      }
      return answer
    } catch (error) {
      order.outcomes.push('unknown')
      const refusal = error instanceof Error ? error.message : 'no answer'
      history.acts.push({ ...about, answeredAt: Date.now(), outcome: 'unknown', refusal })
      return undefined
    }
  }

  /** Throws when what came says nothing about the order. */
  async function send(body: object, key: string | undefined) {
    const answer = await call(`${url}/api/bookings`, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.status >= 500) throw new Error(`status ${answer.status}`)
    return (await answer.json()) as { booking: Booking } | ErrorAnswer
  }

  /** The connection breaks. */
  function vanish() {
    const now = Date.now()
    const about = { holder, showtimeId, verb: 'vanish' as const, placeIds: [], sentAt: now }
    history.acts.push({ ...about, answeredAt: now, outcome: 'done' })
    socket.disconnect()
  }

  return {
    holder,
    holderCookie,
    buyer,
    view,
    expired,
    act,
    book,
    vanish,
    /** Resolves when the window is back in its room. */
    comeBack: () => {
      if (socket.connected) return Promise.resolve()
      const back = once(socket, 'connect')
      socket.connect()
      return back.then(() => ask('joinShowtime', showtimeId)).catch(() => undefined)
    },
    goTo: async (id: string) => {
      if (showtimeId !== '') await ask('leaveShowtime', showtimeId).catch(() => undefined)
      showtimeId = id
      await arrive()
    },
    close: () => socket.close(),
  }
}

async function welcomed(url: string) {
  const answer = await fetch(`${url}/api/movies`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const once = (socket: TestSocket, event: 'connect') =>
  new Promise<void>((resolve) => {
    socket.once(event, resolve)
  })
