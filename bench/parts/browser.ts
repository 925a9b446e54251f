import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { createDataDir, startServer } from '../../server/test/support/server-process.ts'
import { type BenchmarkServer, NODE_ENVIRONMENT, withBenchmarkServer } from '../benchmark-server.ts'
import { measureSeatMapVisit, type SeatMapVisit } from '../browser/seat-map-visit.ts'
import { openBrowser, openSlowPage, readPageMetrics } from '../browser/slow-page.ts'
import { SCREENS } from '../catalogue.ts'
import { type Result, short } from '../report.ts'
import { median } from '../timing.ts'

const VISITS = 3

/** The web app in a browser on a slow device. */
export async function browser(): Promise<Result[]> {
  const chromium = await openBrowser()
  try {
    return [...(await measureFirstPage(chromium)), ...(await measureSeatMaps(chromium))]
  } finally {
    await chromium.close()
  }
}

const measureSeatMaps = (chromium: Browser) =>
  withBenchmarkServer('sqlite', async (server) => [
    ...(await measureSeatMap(chromium, server, { screen: SCREENS.large, maxTapMs: 100 })),
    ...(await measureSeatMap(chromium, server, { screen: SCREENS.huge, maxTapMs: 150 })),
  ])

interface FirstVisit {
  largest: number
  shifts: number
  /** Gzipped bytes of all files that were fetched until the network was idle. */
  scripts: number
  styles: number
}

/** The first page of a server with the sample catalogue. */
async function measureFirstPage(chromium: Browser): Promise<Result[]> {
  const data = createDataDir()
  const environment = { ...NODE_ENVIRONMENT, DATA_DIR: data.dataDir, LOG_LEVEL: 'error' }
  const server = await startServer(environment)
  const visits: FirstVisit[] = []
  try {
    while (visits.length < VISITS) visits.push(await measureFirstVisit(chromium, server.url))
  } finally {
    await server.kill('SIGTERM')
    data.remove()
  }
  const of = (name: keyof FirstVisit) => visits.map((visit) => visit[name])
  const slow = '4× slower, 10 Mbit/s'
  return [
    result('first page: JavaScript, gzipped, the socket included', median(of('scripts')) / 1000, {
      goal: { atMost: 130, unit: ' kB' },
    }),
    result('first page: CSS, gzipped', median(of('styles')) / 1000, { goal: { unit: ' kB' } }),
    result(`first page: largest contentful paint, ${slow}`, median(of('largest')) / 1000, {
      measured: `of ${VISITS}: ${of('largest').map(Math.round).join(', ')} ms`,
      goal: { atMost: 1.8, unit: ' s' },
    }),
    result(`first page: cumulative layout shift, ${slow}`, Math.max(...of('shifts')), {
      goal: { atMost: 0.02 },
    }),
  ]
}

async function measureFirstVisit(chromium: Browser, url: string): Promise<FirstVisit> {
  const page = await openSlowPage(chromium, url)
  const files: { name: string; body: Promise<Buffer> }[] = []
  page.on('response', (answer) => {
    const name = new URL(answer.url()).pathname
    if (/\.(js|css)$/.test(name)) files.push({ name, body: answer.body() })
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const { largest, shifts } = await readPageMetrics(page)
  const gzippedBytes = async (extension: string) => {
    const bodies = await Promise.all(
      files.flatMap(({ name, body }) => (name.endsWith(extension) ? body : [])),
    )
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  }
  const visit = {
    largest,
    shifts,
    scripts: await gzippedBytes('.js'),
    styles: await gzippedBytes('.css'),
  }
  await page.context().close()
  return visit
}

async function measureSeatMap(
  chromium: Browser,
  server: BenchmarkServer,
  { screen, maxTapMs }: { screen: string; maxTapMs: number },
) {
  const [showtime] = await server.showtimesOf(screen)
  const visit = await measureSeatMapVisit(chromium, server, showtime)
  return resultsOf(visit, screen, maxTapMs)
}

const resultsOf = (
  { taps, droppedFrames, rerendered }: SeatMapVisit,
  seats: string,
  maxTapMs: number,
): Result[] => [
  result(`tap to paint, ${seats}, 20 pushes a second, 4× slower: longest`, Math.max(...taps), {
    measured: `of ${taps.length}: median ${short(median(taps))} ms`,
    goal: { atMost: maxTapMs, unit: ' ms' },
  }),
  result(`frames dropped while panning over ${seats}, 20 pushes a second`, droppedFrames * 100, {
    goal: { unit: ' %' },
  }),
  result(`seats rendered again when 10 of ${seats} change`, rerendered, {
    goal: { atLeast: 10, atMost: 10 },
  }),
]

const result = (name: string, value: number, rest: Omit<Result, 'name' | 'value'>): Result => ({
  name,
  value,
  ...rest,
})
