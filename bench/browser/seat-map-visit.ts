import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { BenchmarkServer, BenchmarkShowtime } from '../benchmark-server.ts'
import { connectClient, startChanges } from '../socket-clients.ts'
import { openSlowPage, readPageMetrics } from './slow-page.ts'

const TAPS = 12
const SETTLE_MS = 400
const CHANGE_EVERY_MS = 50
const FRAME_MS = 1000 / 60
const PAN_MS = 2000
const MIN_RECORDED_MS = 16
const CHANGED_SEATS = 10

export interface SeatMapVisit {
  /** Milliseconds from each tap to its paint. Shorter times than 16 ms count as 16. */
  taps: number[]
  /** Share of the frames that were not drawn during two seconds of panning. */
  droppedFrames: number
  /** Seats rendered again when ten change. */
  rerendered: number
}

interface Point {
  x: number
  y: number
}

/** Visits a seat map in which another visitor changes seats twenty times per second. */
export async function measureSeatMapVisit(
  browser: Browser,
  server: BenchmarkServer,
  showtime: BenchmarkShowtime,
): Promise<SeatMapVisit> {
  const page = await openSlowPage(browser, server.url)
  await page.goto(`/tickets/${showtime.movieId}/${showtime.showtimeId}`)
  await page
    .locator('[data-place]')
    .nth(showtime.seats.length - 1)
    .waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const rerendered = await countRerendered(page, server, showtime)
  await zoomIn(page)
  // The taps select other seats.
  const lastSeats = showtime.seats.slice(-CHANGED_SEATS)
  const stopChanges = await startChanges(server, { ...showtime, seats: lastSeats }, CHANGE_EVERY_MS)
  const taps = await measureTaps(page)
  const droppedFrames = await measurePanning(page)
  stopChanges()
  await page.context().close()
  return { taps, droppedFrames, rerendered }
}

/** Ten seats are held at once, so one push contains all of them. */
async function countRerendered(
  page: Page,
  { url }: BenchmarkServer,
  { showtimeId, seats }: BenchmarkShowtime,
) {
  const client = await connectClient(url)
  const seatIds = seats.slice(0, CHANGED_SEATS).map(({ _id }) => _id)
  const { rendered: before } = await readPageMetrics(page)
  await client.ask('beginCheckout', { showtimeId, seatIds, slotIds: [] })
  // Polled from here: the page's content security policy forbids `waitForFunction`.
  while ((await readPageMetrics(page)).rendered === before) await delay(FRAME_MS)
  await delay(SETTLE_MS)
  const { rendered } = await readPageMetrics(page)
  client.close()
  return rendered - before
}

/** Zooms in until a tap selects a seat. */
async function zoomIn(page: Page) {
  const overview = page.locator('[data-overview]')
  while ((await overview.count()) > 0) await page.getByRole('button', { name: 'Zoom in' }).click()
  await delay(SETTLE_MS)
}

async function measureTaps(page: Page) {
  const seats = await page.evaluate<Point[]>(VISIBLE_SEATS)
  if (seats.length < TAPS) throw new Error(`Only ${seats.length} seats are in view`)
  const before = Object.keys((await readPageMetrics(page)).waits).length
  for (let n = 0; n < TAPS; n += 1) {
    const seat = seats[Math.floor((n * seats.length) / TAPS)] ?? { x: 0, y: 0 }
    // Selected and deselected: a visitor may hold ten seats only.
    for (const state of ['selected', 'available']) await tap(page, seat, state)
  }
  const taps = Object.values((await readPageMetrics(page)).waits).slice(before)
  return [...taps, ...Array<number>(2 * TAPS - taps.length).fill(MIN_RECORDED_MS)]
}

/** Throws if the tap does not bring the seat into the expected state. */
async function tap(page: Page, { x, y }: Point, expected: string) {
  await page.mouse.click(x, y)
  await delay(SETTLE_MS)
  const state = await page.evaluate(`document.elementFromPoint(${x}, ${y})?.dataset.appearance`)
  if (state !== expected) throw new Error(`A tapped seat is ${state}, not ${expected}`)
}

/** The centers of all available seats that are in view and not covered. */
const VISIBLE_SEATS = `[...document.querySelectorAll('[data-place][data-appearance=available]')].flatMap((seat) => {
  const { x, y, width, height } = seat.getBoundingClientRect()
  const center = { x: x + width / 2, y: y + height / 2 }
  return document.elementFromPoint(center.x, center.y) === seat ? [center] : []
})`

async function measurePanning(page: Page) {
  const viewport = await page.locator('.seat-viewport').boundingBox()
  if (!viewport) throw new Error('The seat map is missing')
  const [x, y] = [viewport.x + viewport.width / 2, Math.min(viewport.y + viewport.height / 2, 800)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate('window.pageMetrics.countFrames()')
  for (const from = performance.now(); performance.now() < from + PAN_MS; ) {
    const n = (performance.now() - from) / FRAME_MS
    await page.mouse.move(x + 200 * Math.sin(n / 8), y + 60 * Math.sin(n / 11))
    await delay(FRAME_MS)
  }
  const { frames } = await readPageMetrics(page)
  await page.mouse.up()
  const due = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / FRAME_MS
  return Math.max(0, 1 - (frames.length - 1) / due)
}
