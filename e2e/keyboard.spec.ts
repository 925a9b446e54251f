import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectLive, seatScreenPath, selectSeatByKeyboard } from './steps.ts'
import { sellSomePlaces, signInNewUser } from './test-data.ts'

const MAX_TABS = 80

/** Presses Tab until an element with a matching name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press('Tab')
    const names = await page
      .locator(':focus')
      .evaluateAll((elements) =>
        elements.flatMap((element) => [
          element.getAttribute('aria-label'),
          element.textContent,
          ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
        ]),
      )
    if (name.test(names.join(' '))) return
  }
  throw new Error(`Tab never came to ${name}`)
}

/** Books a seat and a parking slot with the keyboard only, from the home page to the ticket. */
async function bookWithKeyboard(page: Page) {
  await signInNewUser(page.request)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()

  await tabTo(page, /^\s*Book Now/)
  await page.keyboard.press('Enter')
  await expectLive(page)
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
  const vehicle = page.getByLabel('Vehicle number for Two Wheeler Slot T1')
  await expect(vehicle).toBeFocused()
  await page.keyboard.type('TN01AB1234')
  await expect(vehicle).toHaveValue('TN01AB1234')
  await tabTo(page, /Phone Number/)
  await page.keyboard.type('98765 43210')
  await tabTo(page, /Proceed to Payment/)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await tabTo(page, /^\s*Complete Payment/)
  await page.keyboard.press('Enter')
  const success = page.getByRole('dialog', { name: 'Payment Successful!' })
  await expect(success.getByRole('button', { name: 'Show Ticket' })).toBeFocused()
  await tabTo(page, /View My Bookings/)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('article', { name: /booking MQ-/ })).toBeVisible()
}

test('a booking needs only the keyboard, at 200 % zoom in forced colours without motion', async ({
  server,
}) => {
  const page = await server.newPage()
  await page.setViewportSize({ width: 640, height: 400 })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await bookWithKeyboard(page)
})

test('nothing that has the focus on a phone is hidden by a bar [S-601]', async ({ server }) => {
  const page = await server.newPage({ viewport: { width: 390, height: 664 } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(seatScreenPath(await server.takeShowtime('large')))
  await expectLive(page)
  await page.getByRole('button', { name: 'Add Parking' }).click()

  const hidden: string[] = []
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < MAX_TABS / 2; presses += 1) {
      await page.keyboard.press(key)
      hidden.push(...(await page.locator(':focus').evaluateAll(listHidden)))
    }
  }
  expect(hidden).toEqual([])
})

for (const [width, height] of [
  [390, 664],
  [1440, 900],
] as const) {
  test(`nothing that has the focus on the home page is hidden by its bars, ${width} pixels wide [S-826]`, async ({
    server,
  }) => {
    const page = await server.openPage('/', { viewport: { width, height } })
    await expect(page.getByRole('article').first()).toBeVisible()

    const hidden: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < MAX_TABS / 2; presses += 1) {
        await page.keyboard.press(key)
        hidden.push(...(await page.locator(':focus').evaluateAll(listHidden)))
      }
    }
    expect(hidden).toEqual([])
  })
}

/** Runs in the page. Returns the texts of the elements of which nothing can be seen. */
const listHidden = (elements: Element[]) =>
  elements
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
        [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint(x, y)),
      )
      return !points.some((hit) => element.contains(hit))
    })
    .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')

test('the states of seats, slots and buttons look different in forced colours', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.newPage()
  const other = await server.newPage()
  const showtime = await server.takeShowtime('large')
  await sellSomePlaces(other.request, showtime)
  for (const [visitor, slot] of [
    [other, 10],
    [page, 11],
  ] as const) {
    await visitor.goto(seatScreenPath(showtime))
    await expectLive(visitor)
    await visitor.getByRole('button', { name: 'Add Parking' }).click()
    await visitor.getByRole('button', { name: new RegExp(`^Two Wheeler slot T${slot},`) }).click()
    await expect(visitor.getByRole('button', { name: /slot T1\d,.* selected$/ })).toBeVisible()
  }
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })

  const seats = page.getByRole('list', { name: 'Seat states' }).locator('.seat:not([data-access])')
  expect(new Set(await seats.evaluateAll(getStyles)).size).toBe(4)
  const slots = await Promise.all(
    ['available', 'selected', 'held', 'sold'].map((status) =>
      page
        .getByRole('button', { name: new RegExp(`^Two Wheeler slot .* ${status}$`) })
        .evaluateAll(getStyles),
    ),
  )
  expect(new Set(slots.map(([style]) => style)).size).toBe(4)

  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  const disabled = await proceed.evaluateAll(getStyles)
  await selectSeatByKeyboard(page, 'VIP', 6)
  await expect(proceed.first()).toBeEnabled()
  expect(await proceed.evaluateAll(getStyles)).not.toEqual(disabled)
})

/** Runs in the page. Returns what shows the state of each element. */
const getStyles = (elements: Element[]) =>
  elements.map((element) =>
    [undefined, '::before', '::after']
      .map((part) => {
        const { backgroundColor, backgroundImage, borderStyle, borderColor, color, opacity } =
          getComputedStyle(element, part)
        return [backgroundColor, backgroundImage, borderStyle, borderColor, color, opacity].join()
      })
      .join(),
  )
