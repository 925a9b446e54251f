import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './cinema.ts'
import { openSeatsOf, takeSeat } from './steps.ts'

const WIDTHS = [390, 1440]
const PAGES = ['/', '/about', '/faq', '/sign-in', '/sign-up', '/nowhere', '/payment-new']

const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** How far a page can be pushed sideways, in pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('every page is fit for everyone, on a phone and on a desk', async ({ cinema }) => {
  const page = await cinema.visitor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of PAGES) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await violations(page), `${path} at ${width}`).toEqual([])
    }
  }
})

test('the seat screen is fit for everyone, with a selection and parking', async ({ cinema }) => {
  const page = await cinema.visitor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openSeatsOf(page, 'Amaran')
  await takeSeat(page, 'Premium')
  await page.getByRole('button', { name: 'Add Parking' }).click()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page), `at ${width}`).toEqual([])
  }
})

test('no page scrolls sideways on the smallest phone', async ({ cinema }) => {
  const page = await cinema.visitor()
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of PAGES) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await overhang(page), path).toBe(0)
  }
  await page.goto('/')
  await openSeatsOf(page, 'Amaran')
  await page.getByRole('button', { name: 'Add Parking' }).click()
  expect(await overhang(page), 'seat screen').toBe(0)
})
