import type { Page } from '@playwright/test'
import { expect, test } from './cinema.ts'
import { hold } from './screens/answers.ts'
import { enrol, largestShow, pathOf } from './screens/people.ts'
import { settled } from './screens/screens.ts'

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
  cinema,
}) => {
  const page = await cinema.visitor('/faq')
  await page.setViewportSize({ width: 390, height: 844 })
  await enrol(page.request)
  await watchShifts(page)
  const [answers, typefaces] = [await hold(page, '**/api/**'), await hold(page, '**/*.woff2')]
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await expect(page.locator('main:not(:empty)')).toBeAttached()

  answers()
  await expect(page.getByText('Welcome, ')).toBeVisible()
  typefaces()
  await settled(page)

  expect(await shifted(page)).toBeLessThan(MOST)
})

for (const width of [390, 1440]) {
  test(`nothing jumps while a page comes together, ${width} pixels wide`, async ({ cinema }) => {
    const page = await cinema.visitor('/faq')
    await page.setViewportSize({ width, height: 844 })
    await watchShifts(page)
    const still = async (path: string) => {
      // Kept back until the page has shown what it shows meanwhile.
      const letGo = await hold(page, '**/api/**')
      await page.goto(path)
      await expect(page.locator('footer')).toBeAttached()
      await settled(page)
      letGo()
      await page.unroute('**/api/**')
      await page.waitForLoadState('networkidle')
      await settled(page)
      expect.soft(await shifted(page), path).toBeLessThan(MOST)
    }
    for (const path of ['/profile', '/tickets/Pushpa/Screen 1/10:00']) await still(path)
    await enrol(page.request)
    const paths = [
      '/',
      '/about',
      '/faq',
      '/faq?tab=contact',
      '/profile',
      '/profile?tab=bookings',
      '/payment-new',
      pathOf(await largestShow(page.request)),
    ]
    for (const path of paths) await still(path)
  })
}
