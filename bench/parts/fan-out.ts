import { setTimeout as delay } from 'node:timers/promises'
import type { Seat } from '@marquee/contract/seats/seats'
import { WebSocket } from 'ws'
import type { SocketClient } from '../../server/test/support/socket-client.ts'
import { startBaseline } from '../baselines/start-baseline.ts'
import {
  type BenchmarkServer,
  type BenchmarkShowtime,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import { type Result, ratioResult, short } from '../report.ts'
import { connectClient, connectClients } from '../socket-clients.ts'
import { median, quantile } from '../timing.ts'

const ROOM_SIZE = 1000
const REPEATS = 200
const WARM_UP_REPEATS = 40
const WARM_UP_MS = 2000
/** Longer than the server's broadcast interval. */
const PAUSE_MS = 120

/** A room of 1,000 clients: single changes, then thousands per second. */
export const fanOut = (): Promise<Result[]> =>
  withBenchmarkServer('sqlite', async (server) => {
    const [showtime] = await server.showtimesOf(SCREENS.huge)
    const recorder = createPushRecorder()
    const clients = await connectClients(server.url, ROOM_SIZE, recorder.record)
    for (const client of clients) await client.ask('joinShowtime', showtime.showtimeId)
    const single = await measureSingleChanges(server, showtime, recorder)
    const baselineMs = await measurePlainWs(single.bytes)
    const continuous = await measureContinuousChanges(server, showtime, recorder)
    for (const client of clients) client.close()
    return [
      ratioResult(
        'deliveries to 1,000 connections in one room',
        [(ROOM_SIZE / median(single.spreads)) * 1000, (ROOM_SIZE / baselineMs) * 1000],
        { unit: 'deliveries/s', against: 'plain ws, the same bytes', goal: { atLeast: 0.7 } },
      ),
      {
        name: 'one change in a room of 1,000: hold sent to last push received, p99',
        measured: `median ${short(median(single.times))} ms`,
        value: quantile(single.times, 0.99),
        goal: { atMost: 40, unit: ' ms' },
      },
      ...continuous,
    ]
  })

interface RecordedPush {
  first: number
  last: number
  count: number
  text: string
}

/** Records when each push arrived first and last. */
function createPushRecorder() {
  const pushes = new Map<string, RecordedPush>()
  let onComplete: (push: RecordedPush) => void = () => undefined
  return {
    pushes,
    record: (text: string) => {
      if (!text.startsWith('42["seatsUpdated"')) return
      const rev = /"rev":(\d+)/.exec(text.slice(-120))?.[1] ?? ''
      const now = performance.now()
      const push = pushes.get(rev) ?? { first: now, last: now, count: 0, text }
      pushes.set(rev, push)
      push.last = now
      push.count += 1
      if (push.count === ROOM_SIZE) onComplete(push)
    },
    /** Resolves with the next push that all clients received. */
    next: () =>
      new Promise<RecordedPush>((resolve) => {
        onComplete = resolve
      }),
  }
}
type PushRecorder = ReturnType<typeof createPushRecorder>

async function measureSingleChanges(
  { url }: BenchmarkServer,
  { showtimeId, seats }: BenchmarkShowtime,
  recorder: PushRecorder,
) {
  const holder = await connectClient(url)
  const times: number[] = []
  const spreads: number[] = []
  let bytes = 0
  for (let n = 0; n < WARM_UP_REPEATS + REPEATS; n += 1) {
    await delay(PAUSE_MS)
    const event = n % 2 ? 'releaseSeat' : 'holdSeat'
    const received = recorder.next()
    const sentAt = performance.now()
    await holder.ask(event, { showtimeId, seatId: seats[n >> 1]?._id ?? '' })
    const { first, last, text } = await received
    if (n < WARM_UP_REPEATS) continue
    times.push(last - sentAt)
    spreads.push(last - first)
    bytes = text.length
  }
  holder.close()
  return { times, spreads, bytes }
}

/** Milliseconds from the first to the last of 1,000 deliveries of a plain WebSocket server. */
async function measurePlainWs(bytes: number) {
  const baseline = await startBaseline('plain-ws')
  const times: number[][] = []
  const sockets = await Promise.all(
    Array.from({ length: ROOM_SIZE }, async () => {
      const socket = new WebSocket(`ws://${baseline.host}`, { perMessageDeflate: false })
      socket.on('message', (data) => {
        if (data.toString().length === bytes) times.at(-1)?.push(performance.now())
      })
      await new Promise((resolve) => socket.once('open', resolve))
      return socket
    }),
  )
  for (let n = 0; n < REPEATS; n += 1) {
    times.push([])
    sockets[0]?.send('x'.repeat(bytes))
    while ((times.at(-1)?.length ?? 0) < ROOM_SIZE) await delay(1)
    await delay(PAUSE_MS / 4)
  }
  for (const socket of sockets) socket.terminate()
  await baseline.close()
  return median(times.map((all) => Math.max(...all) - Math.min(...all)))
}

const CHANGING_SECONDS = 5
const CHANGES_PER_SECOND = 4000
const HOLDERS = 200
const MIN_LOAD = 0.95
/** A seat is released two holds later: a change that is undone between two pushes is not sent. */
const HELD_SEATS = 2

/** A hold: when it was sent, and when its acknowledgement arrived. */
interface CommittedHold {
  seatId: string
  sentAt: number
  committedAt: number
}

async function measureContinuousChanges(
  server: BenchmarkServer,
  showtime: BenchmarkShowtime,
  recorder: PushRecorder,
): Promise<Result[]> {
  const holders = await connectClients(server.url, HOLDERS)
  recorder.pushes.clear()
  const committed: CommittedHold[] = []
  const endsAt = performance.now() + WARM_UP_MS + CHANGING_SECONDS * 1000
  const changing = Promise.all(
    holders.map((holder, n) => changeSeats(holder, n, { showtime, committed, endsAt })),
  )
  await delay(WARM_UP_MS)
  committed.length = 0
  const cpuBefore = server.cpuSeconds()
  const from = performance.now()
  await changing
  const seconds = (performance.now() - from) / 1000
  const cpuShare = (server.cpuSeconds() - cpuBefore) / seconds
  await delay(500)
  for (const holder of holders) holder.close()

  const latencies = broadcastLatencies(committed, recorder)
  const rate = (2 * committed.length) / seconds
  const loadTooLow = rate < CHANGES_PER_SECOND * MIN_LOAD
  const load = `${CHANGES_PER_SECOND.toLocaleString('en')} changes a second in a room of 1,000`
  return [
    {
      name: `${load}: commit to last push received, p99`,
      measured: `${short(rate)} changes/s, median ${short(median(latencies))} ms`,
      value: quantile(latencies, 0.99),
      goal: { atMost: 60, unit: ' ms' },
      loadTooLow,
    },
    {
      name: `${load}: share of one core`,
      measured: `${short(rate)} changes/s`,
      value: cpuShare * 100,
      goal: { atMost: 70, unit: ' %' },
      loadTooLow,
    },
  ]
}

interface Changes {
  showtime: BenchmarkShowtime
  committed: CommittedHold[]
  endsAt: number
}

/** Holds and releases seats in turn, at this holder's share of the total rate. */
async function changeSeats(
  holder: SocketClient,
  n: number,
  { showtime: { showtimeId, seats }, committed, endsAt }: Changes,
) {
  const startedAt = performance.now()
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const event = turn % 2 ? 'releaseSeat' : 'holdSeat'
    const nth = Math.max(0, turn % 2 ? (turn >> 1) - HELD_SEATS : turn >> 1)
    const seatId = seats[n + ((HOLDERS * nth) % seats.length)]?._id ?? ''
    const sentAt = performance.now()
    const { ok } = await holder.ask(event, { showtimeId, seatId })
    if (ok && event === 'holdSeat') {
      committed.push({ seatId, sentAt, committedAt: performance.now() })
    }
    const due = startedAt + ((turn + 1) * HOLDERS * 1000) / CHANGES_PER_SECOND
    await delay(Math.max(0, due - performance.now()))
  }
}

/** Milliseconds from a hold's acknowledgement to the last delivery of its push. Infinite if no push contains the hold. */
function broadcastLatencies(committed: CommittedHold[], { pushes }: PushRecorder) {
  const deliveries = Map.groupBy(
    pushes.values().flatMap(({ last, text }) => {
      const [, { seats }] = JSON.parse(text.slice(2)) as [string, { seats: Seat[] }]
      return seats.filter(({ status }) => status === 'HELD').map(({ _id }) => ({ _id, last }))
    }),
    ({ _id }) => _id,
  )
  return committed.map(({ seatId, sentAt, committedAt }) => {
    const push = deliveries.get(seatId)?.find(({ last }) => last >= sentAt)
    return push ? Math.max(0, push.last - committedAt) : Number.POSITIVE_INFINITY
  })
}
