import { setTimeout as delay } from 'node:timers/promises'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { MINUTE_MS } from '@marquee/contract/time'
import type { Browser, Page } from '@playwright/test'
import { measureDoor } from '../browser/door-scan.ts'
import { openBrowser, openSlowPageIn, readPageMetrics } from '../browser/slow-page.ts'
import { type OfficeServer, startOfficeServer } from '../office-server.ts'
import type { Result } from '../report.ts'
import { median } from '../timing.ts'

const SEATS = 3000
const VISITS = 3
const TAPS = 12
const SETTLE_MS = 400
const SALE_EVERY_MS = 500
const FRAME_MS = 1000 / 60
const CHANGES = 10
const POLL_MS = 5
const PHONE = { viewport: { width: 390, height: 844 } }

/** The office app in Chromium. */
export async function office(): Promise<Result[]> {
  const browser = await openBrowser()
  const server = await startOfficeServer(browser)
  try {
    return [
      ...(await measureLargeShow(server)),
      await measureDoor(server, PHONE),
      await measureToday(server),
      await measureFourBrowsers(browser, server),
    ]
  } finally {
    await server.close()
    await browser.close()
  }
}

/** The show with 3,000 seats, on a device with a quarter of this processor's speed. */
async function measureLargeShow(server: OfficeServer): Promise<Result[]> {
  const show = server.shows.find(({ seats }) => seats.capacity === SEATS)
  const paints: number[] = []
  const taps: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await openSlowPageIn(server.laptop)
    await page.addInitScript(RECORD_FIRST_SEATS)
    await page.goto(`/shows/${show?._id}`)
    await page.locator('[data-place]').first().waitFor()
    await delay(SETTLE_MS)
    paints.push(await page.evaluate<number>('window.seatsPaintedAt'))
    taps.push(...(await measureTaps(page)))
    await page.close()
  }
  return [
    {
      name: 'office: first paint of 3,000 seats, 4× slower',
      value: median(paints) / 1000,
      measured: `of ${VISITS}: ${paints.map(Math.round).join(', ')} ms`,
      goal: { atMost: 1.5, unit: ' s' },
    },
    {
      name: 'office: tap to paint among 3,000 seats, 4× slower: longest',
      value: Math.max(...taps),
      measured: `of ${taps.length}: median ${Math.round(median(taps))} ms`,
      goal: { atMost: 150, unit: ' ms' },
    },
  ]
}

/** The moment after the first frame with seats. */
const RECORD_FIRST_SEATS = `new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-place]')) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => { window.seatsPaintedAt = performance.now() }))
}).observe(document, { childList: true, subtree: true })`

async function measureTaps(page: Page) {
  const overview = page.locator('[data-overview]')
  while ((await overview.count()) > 0) await page.getByRole('button', { name: 'Zoom in' }).click()
  await delay(SETTLE_MS)
  const before = Object.keys((await readPageMetrics(page)).waits).length
  const points = await page.evaluate<{ x: number; y: number }[]>(SEATS_IN_VIEW)
  if (points.length < TAPS) throw new Error(`Only ${points.length} seats are in view`)
  for (const { x, y } of points.slice(0, TAPS)) {
    await page.mouse.click(x, y)
    await delay(SETTLE_MS)
  }
  return Object.values((await readPageMetrics(page)).waits).slice(before)
}

const SEATS_IN_VIEW = `[...document.querySelectorAll('[data-place]')].flatMap((seat) => {
  const { x, y, width, height } = seat.getBoundingClientRect()
  const center = { x: x + width / 2, y: y + height / 2 }
  return document.elementFromPoint(center.x, center.y) === seat ? [center] : []
})`

/** A day of 96 shows during a minute with two sales a second. */
async function measureToday(server: OfficeServer): Promise<Result> {
  const page = await openRecordedPage(server)
  await page.goto(`/?date=${server.date}`)
  await page
    .locator(`a[href="/shows/${server.shows.at(-1)?._id}"]`)
    .first()
    .waitFor()
  await delay(SETTLE_MS)
  await page.evaluate('window.pageMetrics.countFrames()')
  const to = performance.now() + MINUTE_MS
  const small = server.shows.filter(({ seats }) => seats.capacity < SEATS)
  for (let sale = 0; performance.now() < to; sale += 1) {
    const show = small[sale % small.length]
    if (show) await sellSeat(server, show._id, await lastSeat(server, show._id))
    await delay(SALE_EVERY_MS)
  }
  const { frames } = await readPageMetrics(page)
  await page.close()
  const waits = frames.slice(1).map((at, n) => at - (frames[n] ?? at))
  const dropped = waits.reduce((sum, wait) => sum + Math.max(0, Math.round(wait / FRAME_MS) - 1), 0)
  return {
    name: 'office: frames dropped on Today with 96 shows, two sales a second',
    value: (dropped / (frames.length + dropped)) * 100,
    measured: `${dropped} of ${frames.length + dropped} in a minute, longest wait ${Math.round(Math.max(...waits))} ms`,
    goal: { atMost: 1, unit: ' %' },
  }
}

async function openRecordedPage({ laptop }: OfficeServer) {
  const page = await openSlowPageIn(laptop)
  const devtools = await laptop.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return page
}

/** The last seat that is available. */
async function lastSeat({ placesOf }: OfficeServer, showtimeId: string) {
  const seat = (await placesOf(showtimeId)).findLast(({ status }) => status === 'AVAILABLE')
  if (!seat) throw new Error('All seats are sold')
  return seat
}

const sellSeat = ({ post }: OfficeServer, showtimeId: string, { _id, price }: StaffPlace) =>
  post(`shows/${showtimeId}/sell`, { placeIds: [_id], payment: 'cash', totalCost: price })

/** Two phones, a laptop and a visitor look at one show. Each change is timed from its request until all four show it. */
async function measureFourBrowsers(browser: Browser, server: OfficeServer): Promise<Result> {
  const show = server.shows.at(-1)
  if (!show) throw new Error('The office has no shows')
  const phones = [await server.pair({ ...PHONE }), await server.pair({ ...PHONE })]
  const visitor = await browser.newContext({ baseURL: server.siteUrl, ...PHONE })
  const staffPages = await Promise.all(
    [...phones, server.laptop].map((context) => context.newPage()),
  )
  const visitorPage = await visitor.newPage()
  await Promise.all([
    ...staffPages.map((page) => page.goto(`/shows/${show._id}`)),
    visitorPage.goto(`/tickets/${show.movie._id}/${show._id}`),
  ])
  const pages = [...staffPages, visitorPage]
  for (const page of pages) await page.locator('[data-place]').first().waitFor()
  await delay(SETTLE_MS)

  const times: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const seat = await lastSeat(server, show._id)
    const startedAt = performance.now()
    await sellSeat(server, show._id, seat)
    await Promise.all(pages.map((page) => waitUntilTaken(page, seat._id)))
    times.push(performance.now() - startedAt)
  }
  await Promise.all([...phones, visitor].map((context) => context.close()))
  return {
    name: 'office: a sale until two phones, a laptop and a visitor show it: longest',
    value: Math.max(...times),
    measured: `of ${CHANGES}: median ${Math.round(median(times))} ms`,
    goal: { atMost: 1000, unit: ' ms' },
  }
}

async function waitUntilTaken(page: Page, seatId: string) {
  const seat = `document.querySelector('[data-place="${seatId}"]')?.dataset.appearance`
  while ((await page.evaluate(seat)) === 'available') await delay(POLL_MS)
}
