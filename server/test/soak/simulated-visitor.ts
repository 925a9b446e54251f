import { setTimeout as delay } from 'node:timers/promises'
import type { Booking } from '@marquee/contract/bookings/bookings'
import type { ErrorResponse } from '@marquee/contract/calls/errors'
import type { Proof } from '@marquee/contract/calls/proof-of-work'
import {
  type Ack,
  type ClientEvent,
  clientEvents,
  type Payload,
  type RefusalCode,
} from '@marquee/contract/socket'
import { io, type Socket } from 'socket.io-client'
import { networkOf } from './addresses.ts'
import { type Account, createRecordingFetch } from './api-client.ts'
import type { SoakShowtime } from './catalogue.ts'
import { type ClientSocket, followMap } from './map-follower.ts'
import type { Disconnection, Operation, OperationLog, Order } from './operation-log.ts'

export type Visitor = Awaited<ReturnType<typeof connectVisitor>>

const TIMEOUT_MS = 15_000
/** The pause after a refusal by a request limit. */
const RATE_PAUSE_MS = 500
const RETRYABLE: RefusalCode[] = ['RATE', 'UNAVAILABLE']
/** The map is loaded again after that. */
const MAP_TIMEOUT_MS = 2000

export interface Endpoints {
  url: string
  /** The URL of the socket, if it is not `url`. */
  socketUrl?: string | undefined
}

export interface VisitorOptions {
  log: OperationLog
  /** The visitor's network address, which the harness sends as a trusted proxy would. */
  address: string
  /** Signed out unless given. */
  account?: Account | undefined
  visitorCookie?: string
}

/** A proof of work that goes with a request. */
export interface SentProof {
  proof: Proof
  /** False if it was used before, or is for another showtime. */
  isValid: boolean
}

/**
 * Simulates one browser tab: a socket, HTTP requests and the map that it shows. Logs each operation. With the visitor cookie of
 * another visitor it is a second tab of that visitor.
 */
export async function connectVisitor(
  { url, socketUrl = url }: Endpoints,
  { log, address, account, visitorCookie: known }: VisitorOptions,
) {
  const visitorCookie = known ?? (await requestVisitorCookie(url, address))
  const holder = decodeURIComponent(visitorCookie).split('=')[1]?.split('.')[0] ?? ''
  const { userId = null, isConfirmed = false } = account ?? {}
  if (!log.identities.has(holder)) {
    log.identities.set(holder, { network: networkOf(address), userId, isConfirmed })
  }
  const headers = {
    cookie: account ? `${visitorCookie}; ${account.cookie}` : visitorCookie,
    'x-forwarded-for': address,
  }
  const recordingFetch = createRecordingFetch(log)
  const getMap = (path: string) =>
    recordingFetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(MAP_TIMEOUT_MS) })

  const socket: ClientSocket = io(socketUrl, {
    forceNew: true,
    transports: ['websocket'],
    extraHeaders: headers,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const map = followMap(socket, getMap, log)
  const expired: string[] = []
  let showtime: SoakShowtime = { movieId: '', showtimeId: '' }
  let disconnection: Disconnection = { holder, showtimeId: '', from: 0, to: 0 }
  /** Joins the showtime, again and again while a limit refuses it, as the web app does. */
  async function join() {
    const { showtimeId } = showtime
    if (showtimeId === '') return
    while (socket.connected && showtimeId === showtime.showtimeId) {
      const ack = await ask('joinShowtime', showtimeId).catch(() => undefined)
      map.follow(showtime.showtimeId)
      if (ack?.ok) disconnection.to = Math.min(disconnection.to, Date.now())
      if (!ack || ack.ok || !RETRYABLE.includes(ack.code)) return
      await delay(RATE_PAUSE_MS)
    }
  }
  let joining = Promise.resolve()
  socket.on('connect', () => {
    joining = join()
  })
  socket.on('disconnect', () => {
    const { showtimeId } = showtime
    disconnection = { holder, showtimeId, from: Date.now(), to: Number.POSITIVE_INFINITY }
    log.disconnections.push(disconnection)
  })
  const connectedSocket = () =>
    new Promise<void>((resolve) => {
      socket.once('connect', resolve)
    })
  // So few visitors start no waiting room.
  socket.on('waitingRoomChanged', ({ state }) => {
    const detail = `${holder} was told of a place in a waiting room: ${state}`
    log.violations.push({ rule: 'ordinary visitors do not wait', detail })
  })
  socket.on('holdExpired', ({ itemId }) => expired.push(itemId))

  /** Rejects when no answer arrives. */
  function ask<E extends ClientEvent>(event: E, payload: Payload<E>): Promise<Ack> {
    clientEvents[event].parse(payload)
    return (socket.timeout(TIMEOUT_MS) as Socket).emitWithAck(event, payload)
  }

  const begin = (kind: Operation['kind'], about: Partial<Operation> = {}) => {
    const { showtimeId } = showtime
    const { placeIds = [] } = about
    const listedAt = map.listedAt(placeIds)
    const started = { holder, showtimeId, kind, listedAt, sentAt: Date.now(), ...about, placeIds }
    return (result: Pick<Operation, 'outcome'> & Partial<Operation>) =>
      log.operations.push({ ...started, answeredAt: Date.now(), ...result })
  }

  /** Sends a socket event and logs the operation. Returns undefined if no answer arrives. */
  async function perform<E extends ClientEvent>(
    kind: Operation['kind'],
    placeIds: string[],
    event: E,
    payload: Payload<E>,
    sent?: SentProof,
  ) {
    if (!socket.connected) return
    const finish = begin(kind, { placeIds, isProven: sent?.isValid })
    try {
      const ack = await ask(
        event,
        sent ? ({ ...(payload as object), proof: sent.proof } as Payload<E>) : payload,
      )
      if (ack.ok) finish({ outcome: 'granted', holdUntil: Date.parse(ack.holdUntil ?? '') })
      else finish({ outcome: 'refused', refusal: ack.code })
      if (!ack.ok && ack.code === 'RATE') await delay(RATE_PAUSE_MS)
      return ack
    } catch {
      finish({ outcome: 'unknown', refusal: socket.connected ? 'no answer' : 'disconnected' })
      return undefined
    }
  }

  /** Sends a request to the site and logs the operation. Returns undefined if no answer arrives. */
  async function send<Answer extends object>(
    kind: Operation['kind'],
    about: Partial<Operation>,
    { path, method = 'POST', body, key, resultOf }: SiteRequest<Answer>,
  ): Promise<Answer | ErrorResponse | undefined> {
    const finish = begin(kind, about)
    try {
      const response = await recordingFetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status >= 500) throw new Error(`status ${response.status}`)
      const answer = (await response.json()) as Answer | ErrorResponse
      if ('code' in answer) finish({ outcome: 'refused', refusal: answer.code })
      else finish({ outcome: 'granted', ...resultOf?.(answer) })
      return answer
    } catch (error) {
      const refusal = error instanceof Error ? error.message : 'no answer'
      finish({ outcome: 'unknown', refusal })
      return undefined
    }
  }

  /** Sends an order and logs the operation. Returns undefined if no answer arrives. */
  async function book(order: Order, body: object, { key, sent }: BookOptions = {}) {
    const { placeIds, phone: booking, outcomes } = order
    const isRepeat = outcomes.some((outcome) => outcome !== 'refused')
    const about = { placeIds, booking, isRepeat, isProven: sent?.isValid }
    const answer = await send<{ booking: Booking }>('book', about, {
      path: '/api/bookings',
      body: { ...body, proof: sent?.proof },
      key,
    })
    const isBooked = answer !== undefined && 'booking' in answer
    if (answer === undefined) outcomes.push('unknown')
    else outcomes.push(isBooked ? 'granted' : 'refused')
    if (isBooked) order.references.push(answer.booking.bookingReference)
    return answer
  }

  /** Loads JSON of the site. Returns undefined if it is refused or no answer arrives. */
  async function get<Answer>(path: string): Promise<Answer | undefined> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await recordingFetch(`${url}${path}`, { headers, signal })
      return response.ok ? ((await response.json()) as Answer) : undefined
    } catch {
      return undefined
    }
  }

  return {
    holder,
    visitorCookie,
    account,
    map,
    /** The proofs of work that it has sent so far. */
    usedProofs: [] as { showtimeId: string; proof: Proof }[],
    showtime: () => showtime,
    /** The items of the holdExpired events so far. */
    expired,
    perform,
    book,
    send,
    get,
    disconnect: () => {
      begin('disconnect')({ outcome: 'granted' })
      socket.disconnect()
    },
    /** Resolves when the visitor is in the room again. */
    reconnect: async () => {
      if (socket.connected) return
      const connected = connectedSocket()
      socket.connect()
      await connected
      await joining
    },
    /** Leaves the current showtime and joins another one, or the same one again. */
    goTo: async (next: SoakShowtime) => {
      if (showtime.showtimeId !== '') {
        begin('disconnect')({ outcome: 'granted' })
        await ask('leaveShowtime', showtime.showtimeId).catch(() => undefined)
      }
      showtime = next
      if (socket.connected) joining = join()
      else await connectedSocket()
      await joining
    },
    close: () => socket.close(),
  }
}

interface SiteRequest<Answer> {
  path: string
  method?: 'POST' | 'DELETE'
  body?: object
  /** The idempotency key. */
  key?: string | undefined
  /** What the answer adds to the log. */
  resultOf?: (answer: Answer) => Partial<Operation>
}

interface BookOptions {
  /** The idempotency key. */
  key?: string | undefined
  sent?: SentProof | undefined
}

/** Throws if the server does not answer. */
async function requestVisitorCookie(url: string, address: string) {
  const response = await fetch(`${url}/api/movies`, { headers: { 'x-forwarded-for': address } })
  const [cookie] = response.headers.getSetCookie()
  if (!cookie) throw new Error(`No visitor cookie with status ${response.status}`)
  return cookie.split(';')[0] ?? ''
}
