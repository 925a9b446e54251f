import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { delayRequests } from './mock-responses.ts'
import { seatScreenPath, waitUntilStable } from './steps.ts'
import { findLargestShowtime, signInNewUser } from './test-data.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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

for (const width of [390, 1440]) {
  test(`pages do not shift while they are loaded, ${width} pixels wide`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await server.newPage()
    await page.setViewportSize({ width, height: 844 })
    await observeShifts(page)
    /** The responses of the API are delayed until the loading state is visible, the fonts until the page is loaded. */
    const expectNoShift = async (path: string, loadedText: string | RegExp) => {
      const releaseApi = await delayRequests(page, '**/api/**')
      const releaseFonts = await delayRequests(page, '**/*.woff2')
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('footer')).toBeAttached()
      await expect(page.locator('main:not(:empty)')).toBeAttached()
      releaseApi()
      await expect(page.getByText(loadedText).first()).toBeVisible()
      releaseFonts()
      await page.unrouteAll()
      await waitUntilStable(page)
      expect.soft(await getTotalShift(page), path).toBeLessThan(MAX_SHIFT)
    }
    await expectNoShift('/profile', 'Welcome back.')
    await expectNoShift('/tickets/Pushpa/Screen 1/10:00', 'Next showtimes:')
    await signInNewUser(page.request)
    await expectNoShift('/', 'Welcome, ')
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

test('the seat map stays in place when the pointer comes to a seat', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.openPage('/')
  const showtime = await findLargestShowtime(page.request)
  await page.goto(seatScreenPath(showtime))
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    const seat = page.getByRole('button', { name: /^Row C seat 6,/ })
    await seat.scrollIntoViewIfNeeded()
    await page.mouse.move(0, 0)
    await waitUntilStable(page)
    const before = await seat.boundingBox()
    await seat.hover()
    await expect(page.locator('.seat-map-tools')).toContainText('C6')
    expect(await seat.boundingBox(), `${width} pixels wide`).toEqual(before)
  }
})
