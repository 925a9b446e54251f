import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { solve } from '../../server/test/support/proofs.ts'
import type { SocketClient } from '../../server/test/support/socket-client.ts'
import {
  type BenchmarkServer,
  type BenchmarkShowtime,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { recordHolds } from '../browser/hold-frames.ts'
import { openBrowser } from '../browser/slow-page.ts'
import { SCREENS } from '../catalogue.ts'
import { type Result, short } from '../report.ts'
import { connectClients } from '../socket-clients.ts'
import { median } from '../timing.ts'

/** One of them is a page in Chromium. */
const OFFICE = 40
/** All visitors together stay below the 200 places that one address may hold. */
const ROUNDS = 3
const FAMILY = [3, 3, 2, 2]
/** Seats on the medium screen that one address may hold without a proof of work. */
const FREE_SEATS = 40
const CALIBRATION_SEATS = 5
/** The attempts of a proof of the first step, on average (limits/proof-of-work.ts). */
const FIRST_STEP_ATTEMPTS = 300
/** The page is assumed to run on a device that is this much slower. */
const SLOWDOWN = 4
const POLL_MS = 20

const WITH_LIMITS = { RATE_LIMITS: 'on' }
const WITHOUT_LIMITS = { RATE_LIMITS: 'on', SHOW_ALLOWANCE_PERCENT: 'off' }

/** Visitors who share an address: all of them are signed out. */
export async function sharedAddress(): Promise<Result[]> {
  const chromium = await openBrowser()
  const on =
    (environment: Record<string, string>) =>
    (measure: (server: BenchmarkServer) => Promise<Result[]>) =>
      withBenchmarkServer('sqlite', measure, { environment })
  try {
    return await on(WITH_LIMITS)((limited) =>
      on(WITHOUT_LIMITS)(async (unlimited) => [
        ...(await measureOffice(chromium, limited, unlimited)),
        ...(await measureFamily(chromium, limited)),
      ]),
    )
  } finally {
    await chromium.close()
  }
}

async function measureOffice(
  chromium: Browser,
  limited: BenchmarkServer,
  unlimited: BenchmarkServer,
): Promise<Result[]> {
  const [first, ...showtimes] = await limited.showtimesOf(SCREENS.medium)
  const msPerAttempt = await measureAttempts(chromium, limited, first)
  const others = await unlimited.showtimesOf(SCREENS.medium)
  const withLimits: number[][] = []
  const without: number[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const choose = (server: BenchmarkServer, showtime: BenchmarkShowtime | undefined) =>
      chooseAtOnce(chromium, server, { showtime: showtime as BenchmarkShowtime, msPerAttempt })
    withLimits.push(await choose(limited, showtimes[round]))
    without.push(await choose(unlimited, others[round]))
  }
  const [slow, fast] = [withLimits.flat(), without.flat()]
  const perRound = withLimits.map((waits) => waits.length)
  return [
    {
      name: `visitors of an office of ${OFFICE} who got their seat, of 250, at once`,
      value: Math.min(...perRound),
      goal: { atLeast: OFFICE },
    },
    {
      name: `their wait: median, proofs ${SLOWDOWN} times as long as measured`,
      measured: `${short(median(slow))} ms (longest ${short(Math.max(...slow))} ms)`,
      baseline: `${short(median(fast))} ms without limits (longest ${short(Math.max(...fast))} ms)`,
      value: median(slow) - median(fast),
      goal: { atMost: 2000, unit: ' ms' },
    },
    {
      name: `a proof of the first step in a page, ${SLOWDOWN} times as long as measured`,
      value: FIRST_STEP_ATTEMPTS * msPerAttempt * SLOWDOWN,
      goal: { unit: ' ms' },
    },
  ]
}

/** Returns how long a page needs for one attempt, in milliseconds: others hold the free seats, and the page chooses some more. */
async function measureAttempts(
  chromium: Browser,
  server: BenchmarkServer,
  showtime: BenchmarkShowtime,
) {
  const { showtimeId, seats } = showtime
  const clients = await connectClients(server.url, FREE_SEATS)
  await Promise.all(
    clients.map((client, n) => client.ask('holdSeat', { showtimeId, seatId: seats[n]?._id ?? '' })),
  )
  const visit = await openSeatMap(chromium, server, showtime)
  for (let n = 0; n < CALIBRATION_SEATS; n += 1) await visit.choose(seats.at(-1 - n)?._id ?? '')
  const holds = visit.holds.holdsSince(0)
  const sum = (of: 'solvingMs' | 'attempts') => holds.reduce((total, hold) => total + hold[of], 0)
  await visit.close()
  for (const client of clients) client.close()
  return sum('solvingMs') / sum('attempts')
}

interface Choice {
  showtime: BenchmarkShowtime
  /** How long a page needs for one attempt at a challenge. */
  msPerAttempt: number
}

/** Each visitor chooses one seat at the same time. Returns the waits of those who got it, in milliseconds. */
async function chooseAtOnce(chromium: Browser, server: BenchmarkServer, choice: Choice) {
  const { showtime, msPerAttempt } = choice
  const visit = await openSeatMap(chromium, server, showtime)
  const clients = await connectClients(server.url, OFFICE - 1)
  const chosenByPage = visit.choose(showtime.seats.at(-1)?._id ?? '')
  const waits = await Promise.all(
    clients.map((client, n) => chooseSeat(client, showtime.seats[n]?._id ?? '', choice)),
  )
  await chosenByPage
  const [hold] = visit.holds.holdsSince(0)
  await visit.close()
  for (const client of clients) client.close()
  const ofPage = hold && hold.waitMs - hold.solvingMs + hold.attempts * msPerAttempt * SLOWDOWN
  return [...waits, ofPage].filter((wait) => wait !== undefined)
}

/**
 * Chooses a seat and solves challenges. Returns the wait: the requests, and the time that a page on a slower device needs for the same
 * attempts. Undefined if the seat was refused.
 */
async function chooseSeat(
  client: SocketClient,
  seatId: string,
  { showtime, msPerAttempt }: Choice,
) {
  const request = { showtimeId: showtime.showtimeId, seatId }
  let wait = 0
  const ask = async (payload: typeof request & { proof?: Awaited<ReturnType<typeof solve>> }) => {
    const sentAt = performance.now()
    const ack = await client.ask('holdSeat', payload)
    wait += performance.now() - sentAt
    return ack
  }
  let ack = await ask(request)
  while (!ack.ok && ack.challenge) {
    const proof = await solve(ack.challenge)
    wait += (proof.solution.counter + 1) * msPerAttempt * SLOWDOWN
    ack = await ask({ ...request, proof })
  }
  return ack.ok ? wait : undefined
}

/** A family of ten chooses its seats in four browsers at once. */
async function measureFamily(chromium: Browser, server: BenchmarkServer): Promise<Result[]> {
  const showtime = (await server.showtimesOf(SCREENS.medium)).at(-1) as BenchmarkShowtime
  const visits = await Promise.all(FAMILY.map(() => openSeatMap(chromium, server, showtime)))
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  const firstSeatOf = (n: number) => sum(FAMILY.slice(0, n))
  await Promise.all(
    visits.map(async (visit, n) => {
      const seats = showtime.seats.slice(firstSeatOf(n), firstSeatOf(n + 1))
      for (const { _id } of seats) await visit.choose(_id)
    }),
  )
  const results: Result[] = [
    {
      name: 'seats of a family of ten in four browsers',
      value: sum(visits.map(({ holds }) => holds.holdsSince(0).length)),
      goal: { atLeast: sum(FAMILY) },
    },
    {
      name: 'challenges of this family',
      value: sum(visits.map(({ holds }) => holds.countChallenges())),
      goal: { atMost: 0 },
    },
  ]
  for (const visit of visits) await visit.close()
  return results
}

/** Opens a seat map in a browser of its own. */
async function openSeatMap(
  chromium: Browser,
  { url }: BenchmarkServer,
  showtime: BenchmarkShowtime,
) {
  const context = await chromium.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  const holds = recordHolds(page)
  await page.goto(`/tickets/${showtime.movieId}/${showtime.showtimeId}`)
  await page.getByText('Real-time updates active').waitFor()
  return {
    holds,
    /** Resolves when the page has got the seat. */
    choose: (seatId: string) => chooseInPage(page, holds, seatId),
    close: () => context.close(),
  }
}

async function chooseInPage(page: Page, holds: ReturnType<typeof recordHolds>, seatId: string) {
  const before = holds.holdsSince(0).length
  await page.locator(`[data-place="${seatId}"]`).dispatchEvent('click')
  while (holds.holdsSince(0).length === before) await delay(POLL_MS)
}
