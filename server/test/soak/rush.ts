import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createHall, findStretches, type Hall, type HallSeat } from '@marquee/contract/seats/hall'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Ack } from '@marquee/contract/socket'
import { makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { connectSocketClient, type SocketClient } from '#test/support/socket-client.ts'
import { ownAddress } from './addresses.ts'
import { loadShowtimes } from './catalogue.ts'
import { ownersOf } from './database-assertions.ts'
import { watchMachine } from './machine-stalls.ts'
import type { Violation } from './operation-log.ts'
import type { SoakOptions } from './options.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

const SECOND = 1000
const ROWS = 20
const SEATS_PER_ROW = 30
/** All visitors ask within this time. */
const RUSH_MS = 2 * SECOND
const CONNECTIONS_AT_ONCE = 25
const PARTY_SIZES = [2, 3, 4, 5, 6]
/** One visitor of five would also take seats that are apart. */
const FLEXIBLE = 5

interface Party {
  client: SocketClient
  size: number
  isTogether: boolean
}

interface Answer extends Party {
  ack: Ack
  tookMs: number
}

/**
 * Visitors of many addresses ask for the best seats of one hall at the same time, for more than it has. Returns the violated rules, how long
 * the answers took, and the share of the hall that is held at the end.
 */
export async function runRush(options: Pick<SoakOptions, 'clients' | 'postgresUrl' | 'nodes'>) {
  await using started = new AsyncDisposableStack()
  const data = createDataDir()
  started.defer(data.remove)
  const cluster = await startTestCluster(
    { ...options, seconds: 0, toleranceSeconds: 0 },
    {
      CATALOGUE: writeRushCatalogue(data.dataDir),
      // A show that sells so fast asks every address for a proof of work, which takes these visitors longer than the rush.
      SHOW_ALLOWANCE_PERCENT: 'off',
      HOLD_SECONDS: '600',
      HOLD_MAX_SECONDS: '1800',
      HOLD_GRACE_SECONDS: '60',
    },
  )
  started.defer(cluster.close)
  const [{ showtimeId }] = (await loadShowtimes(cluster))('rush')
  const parties = await connectParties(cluster, showtimeId, options.clients)
  started.defer(() => {
    for (const { client } of parties) client.close()
  })
  const machine = await watchMachine(cluster.processIds)
  started.defer(async () => void (await machine.stop()))
  const answers = await Promise.all(parties.map((party) => ask(party, showtimeId)))
  const stalls = await machine.stop()

  const seats = (await (
    await fetch(`${cluster.url}/api/seats/showtime/${showtimeId}`)
  ).json()) as Seat[]
  const owners = await cluster.query((db) => ownersOf(db, showtimeId))
  const granted = answers.flatMap(({ ack }) => (ack.ok ? [ack.seatIds ?? []] : []))
  const durations = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    Math.round(durations[Math.floor(durations.length * share)] ?? 0)
  const figures = {
    visitors: answers.length,
    'parties with seats': granted.length,
    'seats held': owners.size,
    'share held (%)': Math.round((1000 * owners.size) / seats.length) / 10,
    'median answer (ms)': percentile(0.5),
    'p99 answer (ms)': percentile(0.99),
  }
  return { violations: findViolations(answers, { seats, owners }), figures, stalls }
}

/** A catalogue with one show in a hall of 600 seats of one price. Returns its path. */
export function writeRushCatalogue(dataDir: string) {
  const startTime = new Date(Date.now() + 48 * 3600 * SECOND).toISOString()
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    row: String.fromCharCode(65 + n),
    seats: SEATS_PER_ROW,
    category: 'Standard',
  }))
  const showtimes = [{ screen: 'rush', startTime, cutoffMinutes: 30 }]
  const catalogue = {
    screens: [makeScreen('rush', { rows })],
    movies: [makeMovie('Metropolis', { showtimes })],
  }
  const path = join(dataDir, 'rush.json')
  writeFileSync(path, JSON.stringify(catalogue))
  return path
}

/** Each party watches the map from an address of its own. */
async function connectParties(cluster: TestCluster, showtimeId: string, count: number) {
  const parties: Party[] = []
  const connect = async (n: number) => {
    const headers = { 'x-forwarded-for': ownAddress(n) }
    const client = await connectSocketClient(cluster.url, undefined, {
      headers,
      onPush: () => undefined,
    })
    await client.ask('joinShowtime', showtimeId)
    const size = PARTY_SIZES[n % PARTY_SIZES.length] ?? 2
    parties.push({ client, size, isTogether: Math.floor(n / PARTY_SIZES.length) % FLEXIBLE > 0 })
  }
  for (let from = 0; from < count; from += CONNECTIONS_AT_ONCE) {
    const length = Math.min(CONNECTIONS_AT_ONCE, count - from)
    await Promise.all(Array.from({ length }, (_, n) => connect(from + n)))
  }
  return parties
}

async function ask(party: Party, showtimeId: string): Promise<Answer> {
  await delay(Math.random() * RUSH_MS)
  const sentAt = performance.now()
  const { client, size: seats, isTogether: together } = party
  const ack = await client.ask('holdBest', { showtimeId, seats, together })
  return { ...party, ack, tookMs: performance.now() - sentAt }
}

function findViolations(
  answers: Answer[],
  { seats, owners }: { seats: Seat[]; owners: ReadonlyMap<string, string | null> },
): Violation[] {
  const violations: Violation[] = []
  const hall = createHall(seats)
  const given = new Set<string>()
  for (const { ack, size, isTogether } of answers) {
    if (!ack.ok) {
      if (ack.code !== 'TAKEN')
        violations.push({ rule: 'expected answers only', detail: `${ack.code}: ${ack.message}` })
      continue
    }
    const { seatIds = [] } = ack
    if (seatIds.length !== size)
      violations.push({ rule: 'all places or none', detail: `${seatIds.length} of ${size} seats` })
    if (isTogether && !areTogether(hall, seatIds))
      violations.push({ rule: 'parties stay together', detail: seatIds.join(', ') })
    for (const seatId of seatIds) {
      if (given.has(seatId)) violations.push({ rule: 'one holder per place', detail: seatId })
      if (!owners.has(seatId))
        violations.push({ rule: 'holds last until their deadline', detail: `${seatId} is free` })
      given.add(seatId)
    }
  }
  if (owners.size > given.size)
    violations.push({
      rule: 'all places or none',
      detail: `${owners.size} seats are held, ${given.size} were acknowledged`,
    })
  return violations
}

const areTogether = (hall: Hall<HallSeat>, seatIds: readonly string[]) =>
  hall.runs.some((run) =>
    findStretches(run, ({ _id }) => seatIds.includes(_id)).some(
      ({ start, end }) => end - start === seatIds.length,
    ),
  )
