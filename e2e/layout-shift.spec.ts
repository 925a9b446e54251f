import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { delayRequests } from './mock-responses.ts'
import { waitUntilStable } from './steps.ts'
import { findLargestShowtime, seatScreenPath, signInNewUser } from './test-data.ts'

/** Cumulative layout shift. A value below 0.1 counts as good. */
const MAX_SHIFT = 0.02

/** Sums up the layout shifts of each page that is opened from now on. */
const observeShifts = (page: Page) =>
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

const getTotalShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total)

test('home page does not shift when the user and the fonts are loaded late', async ({ server }) => {
  const page = await server.openPage('/faq')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInNewUser(page.request)
  await observeShifts(page)
  const releaseApi = await delayRequests(page, '**/api/**')
  const releaseFonts = await delayRequests(page, '**/*.woff2')
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await expect(page.locator('main:not(:empty)')).toBeAttached()

  releaseApi()
  await expect(page.getByText('Welcome, ')).toBeVisible()
  releaseFonts()
  await waitUntilStable(page)

  expect(await getTotalShift(page)).toBeLessThan(MAX_SHIFT)
})

for (const width of [390, 1440]) {
  test(`pages do not shift while they are loaded, ${width} pixels wide`, async ({ server }) => {
    const page = await server.openPage('/faq')
    await page.setViewportSize({ width, height: 844 })
    await observeShifts(page)
    /** The answers of the API are delayed until the loading state is visible. */
    const expectNoShift = async (path: string, loadedText: string | RegExp) => {
      const release = await delayRequests(page, '**/api/**')
      await page.goto(path)
      await expect(page.locator('footer')).toBeAttached()
      await waitUntilStable(page)
      release()
      await expect(page.getByText(loadedText).first()).toBeVisible()
      await page.unroute('**/api/**')
      await waitUntilStable(page)
      expect.soft(await getTotalShift(page), path).toBeLessThan(MAX_SHIFT)
    }
    await expectNoShift('/profile', 'Welcome back.')
    await expectNoShift('/tickets/Pushpa/Screen 1/10:00', 'Next showtimes:')
    await signInNewUser(page.request)
    await expectNoShift('/', / votes$/)
    await expectNoShift('/about', 'Our Mission')
    await expectNoShift('/faq', 'Ask a Question')
    await expectNoShift('/faq?tab=contact', 'Send Message')
    await expectNoShift('/profile', 'Update Profile')
    await expectNoShift('/profile?tab=bookings', "You haven't made any bookings yet.")
    await expectNoShift('/payment-new', 'No booking information found.')
    const showtime = await findLargestShowtime(page.request)
    await expectNoShift(seatScreenPath(showtime), 'Real-time updates active')
  })
}
