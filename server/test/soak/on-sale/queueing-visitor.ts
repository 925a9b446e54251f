import { setTimeout as delay } from 'node:timers/promises'
import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { createHttpClient, type HttpClient, type HttpResponse } from '#test/support/http-client.ts'
import { solve } from '#test/support/proofs.ts'
import { connectSocketClient, type SocketClient } from '#test/support/socket-client.ts'

/** A visitor of the on-sale. A process for visitors plays many of them. */
export interface QueueingVisitor {
  isProgram: boolean
  address: string
  /** An account with a confirmed email and its session. Only such visitors pay. */
  account?: { userId: string; cookie: string } | undefined
  partySize: number
  /** From the turn to the hold, and from the hold to the payment. Null: does not come. */
  choosesAfterMs: number | null
  paysAfterMs: number
  /** Leaves instead of holding seats. */
  givesUp: boolean
  /** The hardest proof of work that the visitor computes for a position. 0: none. */
  maxProofStep: number
}

export interface OnSaleTerms {
  /** The nodes. A visitor whose node is gone connects to the next one. */
  urls: string[]
  movieId: string
  showtimeId: string
}

/** What a visitor has seen, for the comparison with the database. */
export interface VisitorReport {
  visitorId: string
  /** How many proofs of work the visitor has sent. */
  proofs: number
  /** How many were before the visitor, by the answers to its own requests, in their order. */
  ahead: number[]
  /** The seats of an acknowledged booking. */
  booked: readonly string[]
}

const VISITOR_COOKIE = 'marquee_visitor_test'
const RETRY_MS = 1000
/** How often a visitor chooses again whose seats are lost: a crash of the database may lose the newest holds. */
const MAX_CHOICES = 3

interface Answer {
  position?: QueuePosition
  code?: string
  challenge?: Challenge
}

/** Takes a position, waits for the turn as the page does, chooses and pays. Connects again after each lost connection until `close`. */
export function createQueueingVisitor(visitor: QueueingVisitor, terms: OnSaleTerms, n: number) {
  const { address, account } = visitor
  const { movieId, showtimeId, urls } = terms
  const path = `/api/showtimes/${showtimeId}/waiting-room`
  const clients = urls.map((url) => createHttpClient(url, address))
  const report: VisitorReport = { visitorId: '', proofs: 0, ahead: [], booked: [] }
  let node = n % urls.length
  let socket: SocketClient | undefined
  let isDone = false
  const connected = Promise.withResolvers<void>()
  const turn = Promise.withResolvers<void>()

  const pause = () => delay(RETRY_MS * (0.5 + Math.random()))
  const chooseNextNode = () => {
    node = (node + 1) % urls.length
  }
  const cookie = () => [account?.cookie, clients[node]?.cookies()].filter(Boolean).join('; ')

  /** Repeats a request until a node answers it: after a lost answer, and after one that says to come back. */
  async function request(
    send: (client: HttpClient, headers: Record<string, string>) => Promise<HttpResponse>,
  ): Promise<Answer & { isOk: boolean }> {
    while (!isDone) {
      const client = clients[node] as HttpClient
      const response = await send(client, { cookie: cookie() }).catch(() => undefined)
      if (!response) chooseNextNode()
      else if (response.statusCode < 500) {
        const answer = response.json() as Answer
        if (answer.code !== 'RATE') return { ...answer, isOk: response.statusCode < 400 }
      }
      await pause()
    }
    return { isOk: false }
  }

  async function joinQueue(proof?: Proof): Promise<void> {
    const body = proof ? { proof } : {}
    const answer = await request((client, headers) => client.post(path, body, headers))
    keepCookie()
    observe(answer.position)
    if (answer.code !== 'CHALLENGE') return
    const data = answer.challenge?.parameters.data as { step: number } | undefined
    if (!data || data.step > visitor.maxProofStep) return
    report.proofs += 1
    await joinQueue(await solve(answer.challenge))
  }

  /** All nodes know the visitor by the first cookie. */
  function keepCookie() {
    const value = clients.map(({ jar }) => jar.get(VISITOR_COOKIE)).find((known) => known) ?? ''
    for (const { jar } of clients) jar.set(VISITOR_COOKIE, value)
    report.visitorId = value.split('.')[0] ?? ''
  }

  /** The position as an answer to a request of the visitor tells it. */
  function observe(position: QueuePosition | undefined) {
    if (position?.state === 'turn') turn.resolve()
    if (position?.ahead != null) report.ahead.push(position.ahead)
  }

  function receive(text: string) {
    // Most pushes are changes of the map, for thousands of visitors.
    if (!text.startsWith('42["waitingRoomChanged"')) return
    const [, position] = JSON.parse(text.slice(2)) as [string, QueuePosition]
    if (position.state === 'turn') turn.resolve()
  }

  async function stayConnected() {
    while (!isDone) {
      try {
        const headers = { 'x-forwarded-for': address }
        socket = await connectSocketClient(urls[node] ?? '', cookie(), { headers, onPush: receive })
        const ack = await socket.ask('joinShowtime', showtimeId)
        if (ack.ok) {
          connected.resolve()
          observe((await request((client, own) => client.get(path, own))).position)
          await socket.disconnected
        } else socket.close()
      } catch {
        chooseNextNode()
      }
      await pause()
    }
  }

  /** Resolves with undefined if there is no connection, or it ends before the answer. */
  async function hold(seats: number) {
    const used = socket
    if (!used?.isConnected()) return undefined
    const ack = used.ask('holdBest', { showtimeId, seats, together: false })
    return Promise.race([ack, used.disconnected.then(() => undefined)])
  }

  /** Holds seats for the party, or as many as are left. Returns none when the turn is over. */
  async function holdSeats() {
    let seats = visitor.partySize
    while (seats > 0 && !isDone) {
      const ack = await hold(seats)
      if (ack?.ok) return ack.seatIds ?? []
      if (ack?.code === 'QUEUE') return []
      if (ack?.code === 'TAKEN') seats -= 1
      else await pause()
    }
    return []
  }

  async function pay(seatIds: readonly string[]) {
    const order = {
      movieId,
      showtimeId,
      userId: account?.userId,
      seatIds,
      parkingSlotIds: [],
      totalCost: seatIds.length * seatPrice('Standard'),
      phone: '9876543210',
    }
    const key = `order of ${account?.userId} for ${seatIds.join()}`
    const { isOk } = await request((client, headers) =>
      client.post('/api/bookings', order, { ...headers, 'idempotency-key': key.slice(0, 100) }),
    )
    if (isOk) report.booked = seatIds
    return isOk
  }

  async function takeTurn() {
    await turn.promise
    if (visitor.choosesAfterMs === null || isDone) return
    await delay(visitor.choosesAfterMs)
    for (let choice = 0; choice < MAX_CHOICES; choice += 1) {
      const seatIds = account && !visitor.givesUp ? await holdSeats() : []
      if (seatIds.length === 0) break
      await delay(visitor.paysAfterMs)
      if (await pay(seatIds)) return
    }
    await request((client, headers) => client.delete(path, headers))
  }

  return {
    joinQueue,
    /** Connects, and does what the visitor does from the turn on. Resolves when the visitor is in the room of the showtime. */
    start: () => {
      void stayConnected()
      void takeTurn()
      return connected.promise
    },
    close: () => {
      isDone = true
      socket?.close()
      return report
    },
  }
}
