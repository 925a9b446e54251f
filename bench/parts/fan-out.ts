import { setTimeout as pause } from 'node:timers/promises'
import type { Seat } from '@marquee/contract/seats'
import { WebSocket } from 'ws'
import { startBare } from '../baselines/process.ts'
import { type Cinema, HALLS, openCinema, type Show } from '../cinema.ts'
import { type Row, ratio, short } from '../row.ts'
import { median, quantile } from '../times.ts'
import { aWindow, manyWindows, type Window } from '../window.ts'

const ROOM = 1000
const TRIALS = 200
/** Not counted: what has not been done before is compiled first. */
const WARM_UP_TRIALS = 40
const WARM_UP_MS = 2000
/** Longer than the server gathers. */
const QUIET_MS = 120

/** A room of a thousand: one change in quiet, and thousands a second. */
export async function fanOut(): Promise<Row[]> {
  const cinema = await openCinema('sqlite')
  try {
    const [show] = (await cinema.showsIn(HALLS.large)) as [Show]
    const room = aRoom()
    const windows = await manyWindows(cinema.url, ROOM, () => room.hear)
    for (const window of windows) await window.ask('joinShowtime', show.showtimeId)
    const quiet = await quietChanges(cinema, show, room)
    const plain = await plainSpread(quiet.bytes)
    const busy = await busyChanges(cinema, show, room)
    for (const window of windows) window.close()
    return [
      ratio(
        'deliveries to 1,000 windows in one room',
        [(ROOM / median(quiet.spreads)) * 1000, (ROOM / plain) * 1000],
        { per: 'deliveries/s', against: 'plain ws, the same bytes', goal: { atLeast: 0.7 } },
      ),
      {
        what: 'one change in a quiet room of 1,000: hold sent to last window told, p99',
        measured: `median ${short(median(quiet.times))} ms`,
        baseline: '',
        value: quantile(quiet.times, 0.99),
        goal: { atMost: 40, unit: ' ms' },
      },
      ...busy,
    ]
  } finally {
    await cinema.close()
  }
}

/** Notes when each push came first and last. */
function aRoom() {
  const pushes = new Map<string, { first: number; last: number; heard: number; text: string }>()
  let onPush: (rev: string) => void = () => undefined
  return {
    pushes,
    hear: (text: string) => {
      if (!text.startsWith('42["seatsUpdated"')) return
      const rev = /"rev":(\d+)/.exec(text.slice(-120))?.[1] ?? ''
      const now = performance.now()
      const push = pushes.get(rev) ?? { first: now, last: now, heard: 0, text }
      pushes.set(rev, push)
      push.last = now
      push.heard += 1
      if (push.heard === ROOM) onPush(rev)
    },
    /** The next push that everybody has heard. */
    next: () =>
      new Promise<string>((resolve) => {
        onPush = resolve
      }),
  }
}
type Room = ReturnType<typeof aRoom>

async function quietChanges({ url }: Cinema, { showtimeId, seats }: Show, room: Room) {
  const holder = await aWindow(url)
  const times: number[] = []
  const spreads: number[] = []
  let bytes = 0
  for (let n = 0; n < WARM_UP_TRIALS + TRIALS; n += 1) {
    await pause(QUIET_MS)
    const event = n % 2 ? 'releaseSeat' : 'holdSeat'
    const told = room.next()
    const sent = performance.now()
    await holder.ask(event, { showtimeId, seatId: seats[n >> 1]?._id })
    const push = room.pushes.get(await told)
    if (n < WARM_UP_TRIALS) continue
    times.push((push?.last ?? 0) - sent)
    spreads.push((push?.last ?? 0) - (push?.first ?? 0))
    bytes = push?.text.length ?? 0
  }
  holder.close()
  return { times, spreads, bytes }
}

/** From the first to the last of a thousand that a plain server tells the same. */
async function plainSpread(bytes: number) {
  const bare = await startBare('plain-ws')
  const times: number[][] = []
  const lines = await Promise.all(
    Array.from({ length: ROOM }, async () => {
      const line = new WebSocket(`ws://${bare.host}`, { perMessageDeflate: false })
      line.on('message', (words) => {
        if (words.toString().length === bytes) times.at(-1)?.push(performance.now())
      })
      await new Promise((opened) => line.once('open', opened))
      return line
    }),
  )
  for (let n = 0; n < TRIALS; n += 1) {
    times.push([])
    lines[0]?.send('x'.repeat(bytes))
    while ((times.at(-1)?.length ?? 0) < ROOM) await pause(1)
    await pause(QUIET_MS / 4)
  }
  for (const line of lines) line.terminate()
  await bare.close()
  return median(times.map((all) => Math.max(...all) - Math.min(...all)))
}

const BUSY_SECONDS = 5
const CHANGES_A_SECOND = 4000
const HOLDERS = 200
const NEARLY = 0.95
/** Each gives back what they took so many holds ago: what comes and goes between two pushes is told to nobody. */
const KEPT = 2

/** Two hundred hold and give back, together so many times a second. */
async function busyChanges(cinema: Cinema, show: Show, room: Room): Promise<Row[]> {
  const holders = await manyWindows(cinema.url, HOLDERS)
  room.pushes.clear()
  const committed: Committed[] = []
  const begun = performance.now()
  const changing = Promise.all(holders.map((holder, n) => change(holder, n)))
  await pause(WARM_UP_MS)
  committed.length = 0
  const cpu = cinema.cpuSeconds()
  const from = performance.now()
  await changing
  const seconds = (performance.now() - from) / 1000
  const share = (cinema.cpuSeconds() - cpu) / seconds
  await pause(500)
  for (const holder of holders) holder.close()

  async function change(holder: Window, n: number) {
    for (let turn = 0; performance.now() - begun < WARM_UP_MS + BUSY_SECONDS * 1000; turn += 1) {
      const event = turn % 2 ? 'releaseSeat' : 'holdSeat'
      const nth = Math.max(0, turn % 2 ? (turn >> 1) - KEPT : turn >> 1)
      const seatId = show.seats[n + ((HOLDERS * nth) % show.seats.length)]?._id ?? ''
      const sent = performance.now()
      const { ok } = await holder.ask(event, { showtimeId: show.showtimeId, seatId })
      if (ok && event === 'holdSeat') committed.push({ seatId, sent, heard: performance.now() })
      const due = begun + ((turn + 1) * HOLDERS * 1000) / CHANGES_A_SECOND
      await pause(Math.max(0, due - performance.now()))
    }
  }

  const lates = latenesses(committed, room)
  const rate = (2 * committed.length) / seconds
  const fellShort = rate < CHANGES_A_SECOND * NEARLY
  const what = `${CHANGES_A_SECOND.toLocaleString('en')} changes a second in a room of 1,000`
  return [
    {
      what: `${what}: commit to last window told, p99`,
      measured: `${short(rate)} changes/s, median ${short(median(lates))} ms`,
      baseline: '',
      value: quantile(lates, 0.99),
      goal: { atMost: 100, unit: ' ms' },
      fellShort,
    },
    {
      what: `${what}: share of one core`,
      measured: `${short(rate)} changes/s`,
      baseline: '',
      value: share * 100,
      goal: { atMost: 60, unit: ' %' },
      fellShort,
    },
  ]
}

/** A hold, with when it was asked for and when its holder heard that it is committed. */
interface Committed {
  seatId: string
  sent: number
  heard: number
}

/** How much later than its holder the last window heard of a hold; what nobody was told of counts as never. */
function latenesses(committed: Committed[], { pushes }: Room) {
  const told = Map.groupBy(
    pushes.values().flatMap(({ last, text }) => {
      const [, { seats }] = JSON.parse(text.slice(2)) as [string, { seats: Seat[] }]
      return seats.filter(({ status }) => status === 'HELD').map(({ _id }) => ({ _id, last }))
    }),
    ({ _id }) => _id,
  )
  return committed.map(({ seatId, sent, heard }) => {
    const push = told.get(seatId)?.find(({ last }) => last >= sent)
    return push ? Math.max(0, push.last - heard) : Number.POSITIVE_INFINITY
  })
}
