import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createEmail, expectLive, PASSWORD } from './steps.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const FIRST_VISIT_TAPS = 9
const KNOWN_VISIT_TAPS = 4

/** Counts the taps on a page. What is typed, with the keys to go on, is no tap. */
function countTaps() {
  const counter = {
    taps: 0,
    tap: async (element: Locator) => {
      counter.taps += 1
      await element.tap()
    },
  }
  return counter
}

/** From the home page to the chosen seats: two taps. */
async function chooseBestSeats(page: Page, tap: (element: Locator) => Promise<void>) {
  await tap(page.getByRole('link', { name: 'Book Now', exact: true }).first())
  await expectLive(page)
  await tap(page.getByRole('button', { name: 'Best Seats for 2' }))
  await expect(page.getByRole('button', { name: /^Row .* selected$/ })).toHaveCount(2)
}

test('a first visit gets from the home page to the ticket in nine taps, the next one pays in four [S-866]', async ({
  server,
}) => {
  const page = await server.openPage('/', PHONE)
  const first = countTaps()
  const { tap } = first
  const focused = page.locator(':focus')
  const type = async (label: string | RegExp, text: string) => {
    await expect(page.getByLabel(label)).toBeFocused()
    await focused.pressSequentially(text)
  }

  await chooseBestSeats(page, tap)
  await tap(page.getByRole('button', { name: '1 scooter, any slot, ₹50' }))
  await type(/^Vehicle number/, 'TN01AB1234')
  await page.keyboard.press('Enter')
  await type('Phone Number', '98765 43210')
  await tap(page.getByRole('button', { name: 'Proceed to Payment' }))
  await tap(page.getByRole('dialog', { name: 'Sign In Required' }).getByRole('button'))
  await expect(page.getByRole('region', { name: 'Your seats' })).toContainText('Yours for')
  await tap(page.getByRole('link', { name: 'Sign up' }))
  await type('Username', 'Asha')
  await page.keyboard.press('Tab')
  await type('Email', createEmail())
  await page.keyboard.press('Tab')
  await type('Password', PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in$/)
  await tap(page.getByRole('button', { name: 'Sign In', exact: true }))
  await tap(page.getByRole('button', { name: /^Complete Payment/ }))
  await tap(page.getByRole('button', { name: 'Show Ticket' }))
  await expect(page).toHaveURL(/\/bookings\/MQ-/)
  expect(first.taps).toBeLessThanOrEqual(FIRST_VISIT_TAPS)

  await page.goto('/')
  const next = countTaps()
  await chooseBestSeats(page, next.tap)
  await expect(page.getByLabel('Phone Number')).toHaveValue('98765 43210')
  await next.tap(page.getByRole('button', { name: 'Proceed to Payment' }))
  await next.tap(page.getByRole('button', { name: /^Complete Payment/ }))
  await expect(page.getByRole('dialog', { name: 'Payment Successful!' })).toBeVisible()
  expect(next.taps).toBeLessThanOrEqual(KNOWN_VISIT_TAPS)
})
