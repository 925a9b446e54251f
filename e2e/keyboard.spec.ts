import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  findLargestShowtime,
  seatScreenPath,
  selectNthSeat,
  sellSomePlaces,
  signInNewUser,
} from './screens/test-data.ts'

const ENOUGH = 80

const focused = (page: Page) => page.locator(':focus')

/** Walks on with Tab until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let steps = 0; steps < ENOUGH; steps += 1) {
    await page.keyboard.press('Tab')
    const said = await focused(page).evaluateAll((elements) =>
      elements.map((element) =>
        [
          element.getAttribute('aria-label'),
          element.textContent,
          ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
        ].join(' '),
      ),
    )
    if (name.test(said.join(' '))) return
  }
  throw new Error(`Tab never came to ${name}`)
}

/** From Now Showing to the ticket in the profile, with keys alone. */
async function buy(page: Page) {
  await signInNewUser(page.request)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()

  await tabTo(page, /^\s*Book Now/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Real-time updates active')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, /^Row A seat 1,/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Row B seat \d+, .* selected$/ })).toBeFocused()

  await tabTo(page, /Add Parking/)
  await page.keyboard.press('Space')
  await tabTo(page, /^Two Wheeler slot T1,/)
  await page.keyboard.press('Space')
  await tabTo(page, /Vehicle number/)
  await page.keyboard.type('TN01AB1234')
  await tabTo(page, /Phone number/)
  await page.keyboard.type('98765 43210')
  await tabTo(page, /Proceed to Payment/)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await tabTo(page, /^\s*Complete Payment/)
  await page.keyboard.press('Enter')
  const success = page.getByRole('dialog', { name: 'Payment Successful!' })
  await expect(success.getByRole('button', { name: 'View My Bookings' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('article', { name: /booking MQ-/ })).toBeVisible()
}

test('a seat and a parking slot are bought without touching the mouse', async ({ server }) => {
  await buy(await server.openPage('/faq'))
})

test('so they are with everything twice as large', async ({ server }) => {
  const page = await server.openPage('/faq')
  await page.setViewportSize({ width: 640, height: 400 })
  await buy(page)
})

test('so they are in forced colours and without motion', async ({ server }) => {
  const page = await server.openPage('/faq')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await buy(page)
})

test('in forced colours every state of a seat still looks different', async ({ server }) => {
  const page = await server.openPage('/')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Book Now' }).first().click()
  await expect(page.getByText('Real-time updates active')).toBeVisible()

  const looks = await page
    .getByRole('list', { name: 'Seat states' })
    .getByRole('listitem')
    .locator('.seat')
    .evaluateAll((seats) =>
      seats.map((seat) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(seat, '::before')
        const mark = getComputedStyle(seat, '::after')
        return [backgroundColor, backgroundImage, mark.opacity, mark.backgroundImage].join()
      }),
    )

  expect(new Set(looks).size).toBe(4)
})

test('in forced colours so do the states of a slot, and a button that can be pressed', async ({
  server,
}) => {
  const page = await server.openPage('/faq')
  const other = await server.openPage('/faq')
  const show = await findLargestShowtime(page.request)
  await sellSomePlaces(other.request, show)
  for (const [visitor, slot] of [
    [other, 10],
    [page, 11],
  ] as const) {
    await visitor.goto(seatScreenPath(show))
    await expect(visitor.getByText('Real-time updates active')).toBeVisible()
    await visitor.getByRole('button', { name: 'Add Parking' }).click()
    await visitor.getByRole('button', { name: new RegExp(`^Two Wheeler slot T${slot},`) }).click()
    await expect(visitor.getByRole('button', { name: /slot T1\d,.* selected$/ })).toBeVisible()
  }
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })

  const states = ['available', 'selected', 'held', 'sold']
  const looks = await Promise.all(
    states.map((state) => lookOf(page.locator(`.slot[data-appearance=${state}]`).first())),
  )
  expect(new Set(looks).size).toBe(states.length)

  const proceed = page.getByRole('button', { name: 'Proceed to Payment' }).first()
  const unready = await lookOf(proceed)
  await selectNthSeat(page, 'VIP', 6)
  await page.getByLabel(/^Vehicle number/).fill('TN 01 AB 1234')
  await page.getByLabel('Phone number').fill('98765 43210')
  expect(await lookOf(proceed)).not.toBe(unready)
})

const lookOf = (shown: Locator) =>
  shown.evaluate((element) => {
    const { backgroundColor, backgroundImage, borderStyle, borderColor, color, opacity } =
      getComputedStyle(element)
    return [backgroundColor, backgroundImage, borderStyle, borderColor, color, opacity].join()
  })
