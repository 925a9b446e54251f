import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import {
  createDataDir,
  findFreePort,
  startServer,
} from '../../server/test/support/server-process.ts'
import { NODE_ENVIRONMENT } from '../benchmark-server.ts'
import { closeAtEnd } from '../open-resources.ts'
import type { Result } from '../report.ts'
import { median } from '../timing.ts'

const RUNS = 5

interface PageGoals {
  performance: number
  /** Total blocking time in milliseconds. */
  blocking: number
}
const GOALS: PageGoals = { performance: 95, blocking: 150 }
const SEAT_GOALS: PageGoals = { performance: 90, blocking: 300 }

/** The pages in Lighthouse: a phone with a quarter of this processor's speed on a slow mobile network, both simulated. */
export async function pages(): Promise<Result[]> {
  const data = createDataDir()
  const removeData = closeAtEnd(async () => data.remove())
  const server = await startServer({
    ...NODE_ENVIRONMENT,
    DATA_DIR: data.dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const stopServer = closeAtEnd(() => server.kill('SIGTERM'))
  const { port, close } = await openBrowserWithPort()
  try {
    const results: Result[] = []
    for (const [name, path, goals] of [
      ['home', '/', GOALS],
      ['FAQ', '/faq', GOALS],
      ['sign-in', '/sign-in', GOALS],
      ['seat screen, 600 seats', await findLargeShowtime(server.url), SEAT_GOALS],
    ] as const) {
      const runs: PageRun[] = []
      while (runs.length < RUNS) runs.push(await measureAgain(server.url + path, port))
      results.push(...resultsOf(name, runs, goals))
    }
    return results
  } finally {
    await close()
    await stopServer()
    await removeData()
  }
}

async function openBrowserWithPort() {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set. npm run bench sets it.')
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  return { port, close: closeAtEnd(() => browser.close()) }
}

async function findLargeShowtime(url: string) {
  const movies = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
  const showtimes = movies.flatMap((movie) => movie.showtimes as Showtime[])
  const [largest] = showtimes.toSorted((a, b) => b.seatsTotal - a.seatsTotal)
  return `/tickets/${largest?.movieId}/${largest?._id}`
}

type PageRun = Awaited<ReturnType<typeof measurePage>>

/** Lighthouse sometimes loses its browser tab. Such a run is repeated once. */
const measureAgain = (url: string, port: number) =>
  measurePage(url, port).catch((error: unknown) => {
    console.log(String(error))
    return measurePage(url, port)
  })

async function measurePage(url: string, port: number) {
  const run = await lighthouse(url, { port, logLevel: 'error' })
  const problem = run ? run.lhr.runtimeError?.message : 'no result'
  if (!run || problem) throw new Error(`Lighthouse has not measured ${url}: ${problem}`)
  const { audits, categories } = run.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    others: Math.min(score('accessibility'), score('best-practices'), score('seo')),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
  }
}

function resultsOf(page: string, runs: PageRun[], goals: PageGoals): Result[] {
  const medianOf = (name: keyof PageRun) => median(runs.map((run) => run[name]))
  const each = (name: keyof PageRun) => runs.map((run) => Math.round(run[name])).join(', ')
  return [
    {
      name: `${page}: performance`,
      value: medianOf('performance'),
      measured: `of ${RUNS}: ${each('performance')}`,
      goal: { atLeast: goals.performance },
    },
    {
      name: `${page}: lowest of accessibility, best practices and SEO`,
      value: medianOf('others'),
      goal: { atLeast: 100 },
    },
    {
      name: `${page}: first contentful paint`,
      value: medianOf('firstPaint') / 1000,
      goal: { unit: ' s' },
    },
    {
      name: `${page}: largest contentful paint`,
      value: medianOf('largestPaint') / 1000,
      measured: `of ${RUNS}: ${each('largestPaint')} ms`,
      goal: { atMost: 2, unit: ' s' },
    },
    {
      name: `${page}: total blocking time`,
      value: medianOf('blocking'),
      measured: `of ${RUNS}: ${each('blocking')} ms`,
      goal: { atMost: goals.blocking, unit: ' ms' },
    },
    {
      name: `${page}: cumulative layout shift`,
      value: medianOf('shift'),
      goal: { atMost: 0.02 },
    },
  ]
}
