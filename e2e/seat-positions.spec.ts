import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { expectLive, seatScreenPath, waitUntilStable } from './steps.ts'

/** CSS pixels. Seats below this size need a word about the zoom. */
const MIN_SEAT = 24
const MAX_CONTROLS = 6

interface Expected {
  kind: 'small' | 'large'
  /** The rows that are in view on arrival, at least. */
  rows: number
  /** The word SCREEN is not lower. */
  screenAt: number
}

const WINDOWS: [width: number, height: number, ...expected: Expected[]][] = [
  [320, 568, { kind: 'small', rows: 2, screenAt: 365 }],
  [390, 844, { kind: 'small', rows: 8, screenAt: 280 }, { kind: 'large', rows: 20, screenAt: 280 }],
  [768, 1024, { kind: 'large', rows: 20, screenAt: 320 }],
  [844, 390, { kind: 'small', rows: 4, screenAt: 200 }, { kind: 'large', rows: 4, screenAt: 200 }],
  [
    1440,
    900,
    { kind: 'small', rows: 8, screenAt: 280 },
    { kind: 'large', rows: 28, screenAt: 280 },
  ],
]

for (const [width, height, ...halls] of WINDOWS) {
  for (const { kind, rows, screenAt } of halls) {
    test(`the screen, ${rows} rows of a ${kind} hall and few controls are in view at ${width}×${height} [S-865]`, {
      tag: width === 390 || width === 1440 ? [] : '@test-all',
    }, async ({ server }) => {
      const page = await openSeats(server, kind, { width, height })
      const found = await measure(page)

      expect(found.screenTop).toBeLessThanOrEqual(screenAt)
      expect(found.rows).toBeGreaterThanOrEqual(rows)
      expect(found.controls.length, found.controls.join(', ')).toBeLessThanOrEqual(
        width < 1024 ? MAX_CONTROLS : 12,
      )
      const hint = page.getByText(/^(Tap to zoom in|The whole hall)/)
      if (found.seatWidth < MIN_SEAT) await expect(hint).toBeInViewport()
      expect(found.overflow).toBeLessThanOrEqual(0)
    })
  }
}

test('on a phone, the best seats of a large hall are in view and large enough to tap [S-331]', async ({
  server,
}) => {
  const page = await openSeats(server, 'large', { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Best Seats for 2' }).tap()

  const seats = page.getByRole('button', { name: /^Row .* selected$/ })
  await expect(seats).toHaveCount(2)
  await expect(seats.first()).toBeInViewport({ ratio: 1 })
  await expect(seats.last()).toBeInViewport({ ratio: 1 })
  expect((await measure(page)).seatWidth).toBeGreaterThanOrEqual(MIN_SEAT)
})

test('the width of letters does not move the seats of a phone held sideways', async ({
  server,
}) => {
  const page = await openSeats(server, 'small', { width: 844, height: 390 })
  const show = page.locator('section', { has: page.getByText('Seats left') })
  const screenTops: number[] = []
  for (const letterSpacing of ['-0.08em', '0', '0.08em']) {
    await show.evaluate((element, value) => (element.style.letterSpacing = value), letterSpacing)
    screenTops.push((await measure(page)).screenTop)
  }

  expect(new Set(screenTops).size, screenTops.join(', ')).toBe(1)
})

async function openSeats(
  server: TestServer,
  kind: 'small' | 'large',
  viewport: { width: number; height: number },
) {
  const isPhone = viewport.width < 1024
  const page = await server.newPage({ viewport, hasTouch: isPhone, isMobile: isPhone })
  await page.goto(seatScreenPath(await server.takeShowtime(kind)))
  await expectLive(page)
  await expect(page.getByLabel('How many people')).toBeVisible()
  await waitUntilStable(page)
  await expect(page.locator('tr.seat-row:empty')).toHaveCount(0)
  return page
}

/** Positions and counts of the first view, above the bar at the bottom. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.booking-bar')?.getBoundingClientRect()
    const bottom = bar && innerWidth < 1024 ? bar.top : innerHeight
    const isInView = (element: Element) => {
      const { top, bottom: end, height } = element.getBoundingClientRect()
      return height > 0 && top >= 0 && end <= bottom + 0.5
    }
    const all = (selector: string) => [...document.querySelectorAll(selector)]
    const rows = all('tr.seat-row').filter((row) =>
      [...row.querySelectorAll('button')].every(isInView),
    )
    const controls = all('main :is(a[href], button:not(:disabled), select, input)').filter(
      (element) => !element.matches('.seat') && isInView(element),
    )
    return {
      screenTop: document.querySelector('.screen-word')?.getBoundingClientRect().top ?? Infinity,
      rows: rows.length,
      controls: controls.map((one) => one.getAttribute('aria-label') ?? one.textContent),
      seatWidth: document.querySelector('button.seat')?.getBoundingClientRect().width ?? 0,
      overflow: document.documentElement.scrollWidth - innerWidth,
    }
  })
