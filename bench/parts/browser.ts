import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { type Visit, visitHall } from '../browser/hall-visit.ts'
import { aSlowPage, openBrowser, seenBy } from '../browser/slow-page.ts'
import { type Cinema, HALLS, openCinema, openSample, type Show } from '../cinema.ts'
import { type Row, short } from '../row.ts'
import { median } from '../times.ts'

const VISITS = 3

/** What somebody with a middling telephone feels of it. */
export async function browser(): Promise<Row[]> {
  const chromium = await openBrowser()
  try {
    return [...(await firstPage(chromium)), ...(await inHalls(chromium))]
  } finally {
    await chromium.close()
  }
}

async function inHalls(chromium: Browser): Promise<Row[]> {
  const cinema = await openCinema('sqlite')
  try {
    return [
      ...(await inHall(chromium, cinema, HALLS.big, 100)),
      ...(await inHall(chromium, cinema, HALLS.large, 150)),
    ]
  } finally {
    await cinema.close()
  }
}

interface FirstVisit {
  largest: number
  shifts: number
  /** Bytes, packed by gzip, of all that was fetched until the line was quiet. */
  scripts: number
  styles: number
}

async function firstPage(chromium: Browser): Promise<Row[]> {
  const sample = await openSample()
  const visits: FirstVisit[] = []
  try {
    while (visits.length < VISITS) visits.push(await firstVisit(chromium, sample.url))
  } finally {
    await sample.close()
  }
  const of = (name: keyof FirstVisit) => visits.map((visit) => visit[name])
  const slow = '4× slower, 10 Mbit/s'
  return [
    row('first page: JavaScript, gzipped, the socket included', median(of('scripts')) / 1000, {
      goal: { atMost: 130, unit: ' kB' },
    }),
    row('first page: CSS, gzipped', median(of('styles')) / 1000, { goal: { unit: ' kB' } }),
    row(`first page: largest contentful paint, ${slow}`, median(of('largest')) / 1000, {
      measured: `of ${VISITS}: ${of('largest').map(Math.round).join(', ')} ms`,
      goal: { atMost: 1.8, unit: ' s' },
    }),
    row(`first page: cumulative layout shift, ${slow}`, Math.max(...of('shifts')), {
      goal: { atMost: 0.02 },
    }),
  ]
}

async function firstVisit(chromium: Browser, url: string): Promise<FirstVisit> {
  const page = await aSlowPage(chromium, url)
  const files: { name: string; body: Promise<Buffer> }[] = []
  page.on('response', (answer) => {
    const name = new URL(answer.url()).pathname
    if (/\.(js|css)$/.test(name)) files.push({ name, body: answer.body() })
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const { largest, shifts } = await seenBy(page)
  const weigh = async (end: string) => {
    const bodies = await Promise.all(
      files.flatMap(({ name, body }) => (name.endsWith(end) ? body : [])),
    )
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  }
  const visit = { largest, shifts, scripts: await weigh('.js'), styles: await weigh('.css') }
  await page.context().close()
  return visit
}

async function inHall(chromium: Browser, cinema: Cinema, hall: string, most: number) {
  const [show] = (await cinema.showsIn(hall)) as [Show]
  const visit = await visitHall(chromium, cinema, show)
  return rowsOf(visit, show.seats.length.toLocaleString('en'), most)
}

function rowsOf({ taps, dropped, drawnAgain }: Visit, seats: string, most: number): Row[] {
  return [
    row(`tap to paint, ${seats} seats, 20 pushes a second, 4× slower: longest`, Math.max(...taps), {
      measured: `of ${taps.length}: median ${short(median(taps))} ms`,
      goal: { atMost: most, unit: ' ms' },
    }),
    row(`frames dropped while panning over ${seats} seats, 20 pushes a second`, dropped * 100, {
      goal: { unit: ' %' },
    }),
    row(`seats drawn again when 10 of ${seats} change`, drawnAgain, {
      goal: { atLeast: 10, atMost: 10 },
    }),
  ]
}

const row = (
  what: string,
  value: number,
  { measured = '', goal }: { measured?: string; goal: Row['goal'] },
): Row => ({ what, measured, baseline: '', value, goal })
