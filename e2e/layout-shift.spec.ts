import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { delayResponse } from './screens/mock-responses.ts'
import { waitUntilStable } from './screens/screens.ts'
import { findLargestShowtime, seatScreenPath, signInNewUser } from './screens/test-data.ts'

const MOST = 0.02

/** Adds up how far things have jumped by themselves since the page was opened. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { total: 0 }
    Object.assign(window, { shifts })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) shifts.total += entry.value
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })

const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total)

test('whoever is known a moment later, and in a typeface that comes later still, moves nothing', async ({
  server,
}) => {
  const page = await server.openPage('/faq')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInNewUser(page.request)
  await watchShifts(page)
  const [answers, typefaces] = [
    await delayResponse(page, '**/api/**'),
    await delayResponse(page, '**/*.woff2'),
  ]
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await expect(page.locator('main:not(:empty)')).toBeAttached()

  answers()
  await expect(page.getByText('Welcome, ')).toBeVisible()
  typefaces()
  await waitUntilStable(page)

  expect(await shifted(page)).toBeLessThan(MOST)
})

for (const width of [390, 1440]) {
  test(`nothing jumps while a page comes together, ${width} pixels wide`, async ({ server }) => {
    const page = await server.openPage('/faq')
    await page.setViewportSize({ width, height: 844 })
    await watchShifts(page)
    const still = async (path: string) => {
      // Kept back until the page has shown what it shows meanwhile.
      const letGo = await delayResponse(page, '**/api/**')
      await page.goto(path)
      await expect(page.locator('footer')).toBeAttached()
      await waitUntilStable(page)
      letGo()
      await page.unroute('**/api/**')
      await page.waitForLoadState('networkidle')
      await waitUntilStable(page)
      expect.soft(await shifted(page), path).toBeLessThan(MOST)
    }
    for (const path of ['/profile', '/tickets/Pushpa/Screen 1/10:00']) await still(path)
    await signInNewUser(page.request)
    const paths = [
      '/',
      '/about',
      '/faq',
      '/faq?tab=contact',
      '/profile',
      '/profile?tab=bookings',
      '/payment-new',
      seatScreenPath(await findLargestShowtime(page.request)),
    ]
    for (const path of paths) await still(path)
  })
}
