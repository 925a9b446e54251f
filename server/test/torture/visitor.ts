import type { Booking } from '@marquee/contract/bookings'
import type { ErrorAnswer } from '@marquee/contract/errors'
import { type Ack, type ClientEvent, clientEvents, type Payload } from '@marquee/contract/socket'
import { io } from 'socket.io-client'
import { follow, type TestSocket } from './follower.ts'
import type { Act, History, Order } from './history.ts'

export type Visitor = Awaited<ReturnType<typeof aVisitor>>

const PATIENCE_MS = 8000

/** Who pays: an account's cookies, shared by several visitors, each with holds of their own. */
export interface Buyer {
  userId: string
  cookie: string
}

interface Doors {
  url: string
  /** Another way in for the socket. */
  socketUrl?: string | undefined
}

/** One browser: a socket, calls, the map it sees, and every word of it on record. */
export async function aVisitor({ url, socketUrl = url }: Doors, buyer: Buyer, history: History) {
  const welcome = await fetch(`${url}/api/movies`)
  const holderCookie = welcome.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const holder = decodeURIComponent(holderCookie).split('=')[1]?.split('.')[0] ?? ''
  const cookie = `${holderCookie}; ${buyer.cookie}`
  const get = (path: string) => fetch(`${url}${path}`, { headers: { cookie } })

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
    await ask('joinShowtime', showtimeId).catch(() => undefined)
    view.watch(showtimeId)
  }
  socket.on('connect', arrive)
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
      history.acts.push({ ...about, answeredAt: Date.now(), outcome: 'unknown' })
      return undefined
    }
  }

  /** Sends one order and records what came of it. */
  async function book(order: Order, body: object, key: string) {
    const sentAt = Date.now()
    const outcome = await send(body, key).catch(() => 'unknown' as const)
    const answeredAt = Date.now()
    const about = {
      holder,
      showtimeId,
      verb: 'book' as const,
      placeIds: order.placeIds,
      sentAt,
      answeredAt,
    }
    if (outcome === 'unknown') order.outcomes.push('unknown')
    else if ('booking' in outcome) {
      order.outcomes.push('made')
      order.references.push(outcome.booking.bookingReference)
    } else order.outcomes.push('refused')
    const done = outcome !== 'unknown' && 'booking' in outcome
    history.acts.push({
      ...about,
      outcome: outcome === 'unknown' ? 'unknown' : done ? 'done' : 'refused',
    })
  }

  async function send(body: object, key: string) {
    const answer = await fetch(`${url}/api/bookings`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.status >= 500) {
      if (answer.status !== 503) history.seen.push(`a booking was answered with ${answer.status}`)
      return 'unknown' as const
    }
    return (await answer.json()) as { booking: Booking } | ErrorAnswer
  }

  return {
    holder,
    buyer,
    socket,
    view,
    expired,
    act,
    book,
    goTo: async (id: string) => {
      if (showtimeId !== '') await ask('leaveShowtime', showtimeId).catch(() => undefined)
      showtimeId = id
      await arrive()
    },
    close: () => socket.close(),
  }
}
