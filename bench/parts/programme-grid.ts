import { setTimeout as delay } from 'node:timers/promises'
import { addDays, DAY_MS, HOUR_MS } from '@marquee/contract/time'
import type { Page } from '@playwright/test'
import { openBrowser, openSlowPageIn, readPageMetrics } from '../browser/slow-page.ts'
import { writeShows } from '../catalogue.ts'
import { type OfficeServer, startOfficeServer } from '../office-server.ts'
import type { Result } from '../report.ts'
import { median } from '../timing.ts'

const SCREENS = 20
const DAYS = 28
/** Local times in India, where the cinema is. */
const START_HOURS = [9, 11.5, 14, 16.5, 19, 21.5]
const INDIA_MS = 5.5 * HOUR_MS
const DAYS_PER_WEEK = 7
const VISITS = 5
const DRAG_STEPS = 120
const SETTLE_MS = 600
const POLL_MS = 50
const FRAME_MS = 1000 / 60
const GOAL_SECONDS = 1

/** Four weeks of 20 screens with six shows a day, in Chromium on a device with a quarter of this processor's speed. */
export async function programmeGrid(): Promise<Result[]> {
  const monday = nextMonday()
  const browser = await openBrowser()
  const server = await startOfficeServer(browser, (dataDir) => writeWeeks(dataDir, monday))
  try {
    return [...(await measureOpening(server, monday)), ...(await measureDrag(server, monday))]
  } finally {
    await server.close()
    await browser.close()
  }
}

/** The Monday of the next week: `2026-11-30`. All its shows are to come. */
function nextMonday() {
  const today = new Date(Date.now() + INDIA_MS).toISOString().slice(0, 10)
  const weekday = (new Date(today).getUTCDay() + 6) % DAYS_PER_WEEK
  return addDays(today, DAYS_PER_WEEK - weekday)
}

function writeWeeks(dataDir: string, monday: string) {
  const midnight = Date.parse(monday) - INDIA_MS
  return writeShows(dataDir, {
    screens: Array.from({ length: SCREENS }, (_, n) => ({
      name: `Screen ${n + 1}`,
      rows: 10,
      seats: 20,
    })),
    startTimes: Array.from({ length: DAYS }, (_, day) =>
      START_HOURS.map((hour) => new Date(midnight + day * DAY_MS + hour * HOUR_MS).toISOString()),
    ).flat(),
  })
}

/** From the address of the page, from a link of another page, and from the button for the next week, until the shows of a week are painted. */
async function measureOpening({ laptop }: OfficeServer, monday: string): Promise<Result[]> {
  const opened: number[] = []
  const followed: number[] = []
  const turned: number[] = []
  const nextMonday = addDays(monday, DAYS_PER_WEEK)
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await openSlowPageIn(laptop)
    await page.addInitScript(RECORD_PAINTED_WEEKS)
    await page.goto(`/programme?from=${monday}`)
    opened.push(await paintedAt(page, monday))
    await delay(SETTLE_MS)
    turned.push(await measureWeek(page, nextMonday, CLICK_NEXT_WEEK))
    await page.goto('/audit')
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    await delay(SETTLE_MS)
    followed.push(await measureWeek(page, monday, followLink(`/programme?from=${monday}`)))
    await page.close()
  }
  return [
    openingResult('a week of 840 shows opens with the app, 4× slower', opened),
    openingResult('a week of 840 shows opens from another page, 4× slower', followed),
    openingResult('the next week opens, 4× slower', turned),
  ]
}

const openingResult = (name: string, times: number[]): Result => ({
  name: `programme: ${name}`,
  value: median(times) / 1000,
  measured: `of ${times.length}: ${times.map(Math.round).join(', ')} ms`,
  goal: { atMost: GOAL_SECONDS, unit: ' s' },
})

const CLICK_NEXT_WEEK = `document.querySelector('[aria-label="Next week"]').click()`

/** What a link within the app does. */
const followLink = (path: string) =>
  `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`

/** Milliseconds from an action in the page until the shows of a week are painted. */
async function measureWeek(page: Page, day: string, action: string) {
  const startedAt = await page.evaluate<number>(`(() => {
    const at = performance.now()
    ${action}
    return at
  })()`)
  return (await paintedAt(page, day)) - startedAt
}

/** The page does not allow code from texts, which `waitForFunction` needs. */
async function paintedAt(page: Page, day: string) {
  for (;;) {
    const at = await page.evaluate<number | undefined>(`window.weeksPaintedAt['${day}']`)
    if (at) return at
    await delay(POLL_MS)
  }
}

/** The moment after the first frame with shows of a day, by day. */
const RECORD_PAINTED_WEEKS = `window.weeksPaintedAt = {}
new MutationObserver(() => {
  const day = document.querySelector('[data-day]:has([data-show])')?.dataset.day
  if (!day || day in window.weeksPaintedAt) return
  window.weeksPaintedAt[day] = 0
  requestAnimationFrame(() => setTimeout(() => { window.weeksPaintedAt[day] = performance.now() }))
}).observe(document, { childList: true, subtree: true })`

/** A show is dragged over the days and screens in view, and put down. */
async function measureDrag({ laptop }: OfficeServer, monday: string): Promise<Result[]> {
  const page = await openSlowPageIn(laptop)
  await page.goto(`/programme?from=${monday}`)
  const show = page.locator(`[data-day="${monday}"] [data-show]`).first()
  const box = await show.boundingBox()
  const grid = await page.getByRole('grid').boundingBox()
  if (!box || !grid) throw new Error('The grid has no shows')
  await delay(SETTLE_MS)
  const [x, y] = [box.x + box.width / 2, box.y + 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate('window.pageMetrics.countFrames()')
  for (let step = 1; step <= DRAG_STEPS; step += 1) {
    const part = step / DRAG_STEPS
    await page.mouse.move(x + part * (grid.x + grid.width - x - 20), y + part * 300)
  }
  const during = await framesOf(page)
  await page.mouse.up()
  await page.getByText('1 change', { exact: true }).waitFor()
  await delay(SETTLE_MS)
  const all = await framesOf(page)
  await page.close()
  return [
    {
      name: 'programme: longest wait for a frame during a drag, 4× slower',
      value: Math.max(...during.waits),
      measured: `${DRAG_STEPS} moves; ${during.dropped} of ${during.dropped + during.waits.length} frames dropped, median wait ${Math.round(median(during.waits))} ms`,
      goal: { atMost: 100, unit: ' ms' },
    },
    {
      name: 'programme: longest wait for a frame when the show is put down, 4× slower',
      value: Math.max(...all.waits.slice(during.waits.length)),
      goal: { atMost: 250, unit: ' ms' },
    },
  ]
}

async function framesOf(page: Page) {
  const { frames } = await readPageMetrics(page)
  const waits = frames.slice(1).map((at, n) => at - (frames[n] ?? at))
  const dropped = waits.reduce((sum, wait) => sum + Math.max(0, Math.round(wait / FRAME_MS) - 1), 0)
  return { waits, dropped }
}
