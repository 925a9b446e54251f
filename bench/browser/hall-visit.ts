import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { Cinema, Show } from '../cinema.ts'
import { aWindow } from '../window.ts'
import { aSlowPage, seenBy } from './slow-page.ts'

const TAPS = 12
const SETTLE_MS = 400
const PUSH_EVERY_MS = 50
const FRAME_MS = 1000 / 60
const PAN_MS = 2000
const SHORTEST_NOTED_MS = 16
const SOME = 10

export interface Visit {
  /** Milliseconds from each tap to its paint; of the fastest it is only known that they took no longer than 16. */
  taps: number[]
  /** Share of the frames of two seconds of panning that were not drawn. */
  dropped: number
  /** Seats drawn again when ten change. */
  drawnAgain: number
}

interface Spot {
  x: number
  y: number
}

/** Somebody at the seat map of a hall in which others choose twenty times a second. */
export async function visitHall(browser: Browser, cinema: Cinema, show: Show): Promise<Visit> {
  const page = await aSlowPage(browser, cinema.url)
  await page.goto(`/tickets/${show.movieId}/${show.showtimeId}`)
  await page
    .locator('[data-place]')
    .nth(show.seats.length - 1)
    .waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const drawnAgain = await drawnAgainBy(page, cinema, show)
  await comeNear(page)
  const crowd = await aCrowd(cinema, show)
  const taps = await tapAbout(page)
  const dropped = await pan(page)
  await crowd.leave()
  await page.context().close()
  return { taps, dropped, drawnAgain }
}

/** Ten are held together, hence told in one push. */
async function drawnAgainBy(page: Page, { url }: Cinema, { showtimeId, seats }: Show) {
  const window = await aWindow(url)
  const seatIds = seats.slice(0, SOME).map(({ _id }) => _id)
  const { rendered: before } = await seenBy(page)
  await window.ask('beginCheckout', { showtimeId, seatIds, slotIds: [] })
  // Asked from here: the page's own rules forbid what `waitForFunction` does.
  while ((await seenBy(page)).rendered === before) await pause(FRAME_MS)
  await pause(SETTLE_MS)
  const { rendered } = await seenBy(page)
  window.close()
  return rendered - before
}

/** Until a tap takes a seat instead of coming nearer. */
async function comeNear(page: Page) {
  const far = page.locator('[data-overview]')
  while ((await far.count()) > 0) await page.getByRole('button', { name: 'Zoom in' }).click()
  await pause(SETTLE_MS)
}

/** One who takes a seat of the last row and gives it back. */
async function aCrowd({ url }: Cinema, { showtimeId, seats }: Show) {
  const window = await aWindow(url)
  let n = 0
  const clock = setInterval(() => {
    const seatId = seats.at(-1 - (Math.floor(n / 2) % SOME))?._id
    void window.ask(n % 2 ? 'releaseSeat' : 'holdSeat', { showtimeId, seatId })
    n += 1
  }, PUSH_EVERY_MS)
  return {
    leave: async () => {
      clearInterval(clock)
      window.close()
    },
  }
}

async function tapAbout(page: Page) {
  const seats = await page.evaluate<Spot[]>(SEATS_IN_VIEW)
  if (seats.length < TAPS) throw new Error(`Only ${seats.length} seats are in view`)
  const before = Object.keys((await seenBy(page)).waits).length
  for (let n = 0; n < TAPS; n += 1) {
    const seat = seats[Math.floor((n * seats.length) / TAPS)] ?? { x: 0, y: 0 }
    // Taken and given back: nobody may hold as many.
    for (const look of ['selected', 'available']) await tap(page, seat, look)
  }
  const taps = Object.values((await seenBy(page)).waits).slice(before)
  return [...taps, ...Array<number>(2 * TAPS - taps.length).fill(SHORTEST_NOTED_MS)]
}

/** Throws where the seat does not become what the tap asks for: whatever was painted then was no answer. */
async function tap(page: Page, { x, y }: Spot, wanted: string) {
  await page.mouse.click(x, y)
  await pause(SETTLE_MS)
  const look = await page.evaluate(`document.elementFromPoint(${x}, ${y})?.dataset.appearance`)
  if (look !== wanted) throw new Error(`A seat that was tapped is ${look}, not ${wanted}`)
}

/** The middles of all free seats that can be tapped there: in view, and under nothing else. */
const SEATS_IN_VIEW = `[...document.querySelectorAll('[data-place][data-appearance=available]')].flatMap((seat) => {
  const { x, y, width, height } = seat.getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  return document.elementFromPoint(middle.x, middle.y) === seat ? [middle] : []
})`

async function pan(page: Page) {
  const hall = await page.locator('.seat-viewport').boundingBox()
  if (!hall) throw new Error('There is no hall')
  const [x, y] = [hall.x + hall.width / 2, Math.min(hall.y + hall.height / 2, 800)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate('window.seen.countFrames()')
  for (const from = performance.now(); performance.now() < from + PAN_MS; ) {
    const n = (performance.now() - from) / FRAME_MS
    await page.mouse.move(x + 200 * Math.sin(n / 8), y + 60 * Math.sin(n / 11))
    await pause(FRAME_MS)
  }
  const { frames } = await seenBy(page)
  await page.mouse.up()
  const due = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / FRAME_MS
  return Math.max(0, 1 - (frames.length - 1) / due)
}
