import type { Locator, Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { expectLive, seatScreenPath, waitUntilStable } from './steps.ts'
import { signInNewUser } from './test-data.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const MAX_TAPS = 8

async function openOnPhone(server: TestServer, kind: 'small' | 'large', changes: object = {}) {
  const page = await server.newPage({ ...PHONE, ...changes })
  await signInNewUser(page.request)
  await page.goto(seatScreenPath(await server.takeShowtime(kind)))
  await expectLive(page)
  await waitUntilStable(page)
  return page
}

/** The fourth one: with the next, it leaves no seat alone, so there is no warning before the payment. */
const freeSeat = (page: Page, row: string) =>
  page.getByRole('button', { name: new RegExp(`^Row ${row} seat .* available$`) }).nth(3)
const selectedSeats = (page: Page) =>
  page.getByRole('button', { name: /^Row .* seat .* selected$/ })
const seatWidth = async (page: Page) => (await freeSeat(page, 'B').boundingBox())?.width ?? 0

for (const kind of ['small', 'large'] as const) {
  test(`two seats of a ${kind} screen are booked by touch alone, with at most ${MAX_TAPS} taps before the payment page`, {
    tag: kind === 'large' ? [] : '@test-all',
  }, async ({ server }) => {
    const page = await openOnPhone(server, kind)
    let taps = 0
    const tap = async (element: Locator) => {
      taps += 1
      await element.tap()
    }
    if ((await seatWidth(page)) < 24) {
      await tap(freeSeat(page, 'B'))
      await expect(page.getByText('Tap again to choose')).toBeVisible()
      await expect.poll(() => seatWidth(page)).toBeGreaterThanOrEqual(24)
    }
    for (const count of [1, 2]) {
      await tap(freeSeat(page, 'B'))
      await expect(selectedSeats(page)).toHaveCount(count)
    }
    await tap(page.getByLabel('Phone number'))
    await page.keyboard.type('98765 43210')
    await tap(page.getByRole('button', { name: 'Proceed to Payment' }))
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)

    // The button is visible without scrolling.
    await waitUntilStable(page)
    const complete = page.getByRole('button', { name: /^Complete Payment/ })
    await expect(complete).toBeInViewport({ ratio: 1 })
    await complete.tap()
    await page
      .getByRole('dialog', { name: 'Payment Successful!' })
      .getByRole('button', { name: 'View My Bookings' })
      .tap()
    await expect(page.getByRole('article', { name: /booking MQ-/ })).toBeVisible()
  })
}

async function chooseSeatAndScooter(server: Parameters<typeof openOnPhone>[0]) {
  const page = await openOnPhone(server, 'small')
  await freeSeat(page, 'B').tap()
  await expect(selectedSeats(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^1 scooter/ }).tap()
  return page
}

test('the field of a vehicle number is above the booking bar when it has the focus', async ({
  server,
}) => {
  const page = await chooseSeatAndScooter(server)

  const field = page.getByLabel(/^Vehicle number/)
  await expect(field).toBeFocused()
  const bar = page.getByRole('complementary', { name: 'Your booking' })
  // Its lower edge is under the bar, but not outside of the window.
  await field.evaluate((element) => {
    element.blur()
    window.scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 135)
    element.focus()
  })
  const [fieldBox, barBox] = await Promise.all([field.boundingBox(), bar.boundingBox()])
  expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)).toBeLessThan(barBox?.y ?? 0)
})

test('the page stays where it is while Enter leads from the vehicle number to the phone number, which is typed', async ({
  server,
}) => {
  const page = await chooseSeatAndScooter(server)
  await expect(page.getByLabel(/^Vehicle number/)).toBeFocused()
  await page.keyboard.type('TN01AB1234')
  const getScroll = () => page.evaluate(() => scrollY)
  const before = await getScroll()

  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.keyboard.type('98765 43210')

  expect(await getScroll()).toBe(before)
})

test('a small screen fits a phone, and one tap selects a seat', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await openOnPhone(server, 'small')
  const map = page.locator('.seat-viewport')
  expect(await map.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await seatWidth(page)).toBeGreaterThanOrEqual(24)

  await freeSeat(page, 'B').tap()

  await expect(selectedSeats(page)).toHaveCount(1)
})

test('a large screen opens as a whole: the first tap zooms in, the second in the same position selects the seat', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await openOnPhone(server, 'large')
  const map = page.locator('.seat-viewport')
  expect(await map.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(page.getByText('Tap to zoom in')).toBeInViewport()
  const seat = freeSeat(page, 'D')
  const name = (await seat.getAttribute('aria-label')) ?? ''
  const { x = 0, y = 0, width = 0 } = (await seat.boundingBox()) ?? {}

  await page.touchscreen.tap(x + width / 2, y + width / 2)
  await expect(page.getByText('Tap again to choose')).toBeVisible()
  await expect(selectedSeats(page)).toHaveCount(0)
  await expect(page.locator('[data-overview]')).toHaveCount(0)
  await page.touchscreen.tap(x + width / 2, y + width / 2)

  const selected = page.getByRole('button', { name: name.replace('available', 'selected') })
  await expect(selected).toBeVisible()
})

test('the screen, the row letters and the names of the tiers are visible without scrolling', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await openOnPhone(server, 'large')
  for (const part of [
    page.getByText('SCREEN', { exact: true }),
    page.getByRole('rowheader', { name: 'Standard' }),
    page.getByRole('rowheader', { name: 'VIP' }),
    page.getByRole('rowheader', { name: 'A', exact: true }),
  ]) {
    await expect(part).toBeInViewport()
  }
  const shown = await page.locator('th.seat-letters').evaluateAll((letters) =>
    letters
      .filter((letter) => getComputedStyle(letter).opacity === '1')
      .map((letter) => letter.getBoundingClientRect())
      .map(({ top, bottom }) => ({ top, bottom })),
  )
  expect(shown.length).toBeGreaterThan(5)
})

test('the map is visible on arrival on a phone on its side', { tag: '@test-all' }, async ({
  server,
}) => {
  const viewport = { width: 844, height: 390 }
  const page = await openOnPhone(server, 'large', { viewport })
  const seats = page.getByRole('button', { name: /^Row [A-D] seat .* available$/ })
  const bar = await page.getByRole('complementary', { name: 'Your booking' }).boundingBox()

  const bottoms = await seats.evaluateAll((all) =>
    all.map((seat) => seat.getBoundingClientRect().bottom),
  )
  const visible = bottoms.filter((bottom) => bottom < (bar?.y ?? 0))
  expect(visible.length).toBeGreaterThan(30)
})

test('a seat that is released by touch looks as before', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await openOnPhone(server, 'small')
  const seat = freeSeat(page, 'B')
  const name = (await seat.getAttribute('aria-label')) ?? ''
  const borderOf = (element: Locator) =>
    element.evaluate((button) => getComputedStyle(button, '::before').borderTopColor)
  const before = await borderOf(seat)

  await seat.tap()
  await expect(selectedSeats(page)).toHaveCount(1)
  await selectedSeats(page).tap()

  const free = page.getByRole('button', { name, exact: true })
  await expect(free).toBeVisible()
  expect(await borderOf(free)).toBe(before)
})
