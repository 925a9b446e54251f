import type { Locator, Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { expectLive, proceedToPayment, seatScreenPath } from './steps.ts'
import { signInNewUser } from './test-data.ts'

const PHONES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
]
/** The map is visible on arrival in windows of these sizes. */
const WINDOWS = [...PHONES, { width: 844, height: 390 }, { width: 1280, height: 720 }]

const selected = (page: Page) => page.getByRole('button', { name: /^Row .* selected$/ })

async function openSeats(
  server: TestServer,
  kind: 'small' | 'large',
  viewport?: { width: number; height: number },
) {
  const options = viewport && { viewport, hasTouch: viewport.width < 500 }
  const page = await server.newPage(options)
  await page.goto(seatScreenPath(await server.takeShowtime(kind)))
  await expectLive(page)
  await expect(page.getByLabel('How many people')).toBeVisible()
  return page
}

for (const viewport of PHONES) {
  const size = `${viewport.width}×${viewport.height}`
  test(`by touch at ${size}: a party of four, one tap on the map, payment [S-330]`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await openSeats(server, 'small', viewport)

    await page.getByLabel('How many people').selectOption('4')
    const seat = page.getByRole('button', { name: /^Row B seat 4, .* available$/ })
    await seat.dispatchEvent('click')
    await expect(selected(page)).toHaveCount(4)

    await page.getByRole('button', { name: /^Best Seats for 4/ }).tap()
    await expect(page.getByRole('button', { name: /^Row B seat 4, .* available$/ })).toBeVisible()
    await expect(selected(page)).toHaveCount(4)
    await proceedToPayment(page)
    await expect(page).toHaveURL(/payment-new/)
  })
}

/** Chooses the seats of tomorrow evening's show in Tamil for five, from the home page to payment. `use` activates an element. */
async function bookForFive(page: Page, use: (element: Locator) => Promise<unknown>) {
  const days = page.getByRole('navigation', { name: 'Showtimes by day' })
  await use(days.getByRole('link', { name: 'Tomorrow' }))
  const languages = page.getByRole('combobox', { name: 'Language', exact: true })
  await use(languages)
  await languages.selectOption('Tamil')
  await expect(page.getByRole('article', { name: 'Pushpa' })).toHaveCount(0)
  const showtimes = page.getByRole('list', { name: 'Showtimes of Amaran' })
  await use(showtimes.getByRole('link', { name: /^[5-9]:\d\d PM/ }).first())
  await expectLive(page)
}

for (const viewport of PHONES) {
  test(`by touch at ${viewport.width} px: five friends, tomorrow evening in Tamil, from home to payment in ten taps [S-336]`, {
    tag: viewport.width === 390 ? [] : '@test-all',
  }, async ({ server }) => {
    const page = await server.newPage({ viewport, hasTouch: true })
    await signInNewUser(page.request)
    await page.goto('/')
    let taps = 0
    const tap = (element: Locator) => {
      taps += 1
      return element.tap()
    }

    await bookForFive(page, tap)
    // One tap opens a list, one chooses.
    taps += 1
    await tap(page.getByLabel('How many people'))
    await page.getByLabel('How many people').selectOption('5')
    taps += 1
    await tap(page.getByRole('button', { name: 'Best Seats for 5' }))
    await expect(selected(page)).toHaveCount(5)
    await tap(page.getByLabel('Phone Number'))
    await page.keyboard.type('98765 43210')
    await tap(page.getByRole('button', { name: 'Proceed to Payment' }).last())

    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
    expect(taps).toBeLessThanOrEqual(10)
  })
}

test('by keyboard: five friends, tomorrow evening in Tamil, from home to payment [S-336]', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.newPage()
  await signInNewUser(page.request)
  await page.goto('/')

  await bookForFive(page, (element) => element.press('Enter'))
  await page.getByLabel('How many people').focus()
  await page.keyboard.press('5')
  await page.getByRole('button', { name: 'Best Seats for 5' }).press('Enter')
  await expect(selected(page)).toHaveCount(5)
  await page.getByLabel('Phone Number').focus()
  await page.keyboard.type('98765 43210')
  await page.getByRole('button', { name: 'Proceed to Payment' }).first().press('Enter')

  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
})

test('by keyboard: a party of three, the preview follows the focus, Enter takes the block [S-330]', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await openSeats(server, 'small')
  const preview = page.locator('[data-appearance=preview]')

  await page.getByLabel('How many people').focus()
  await page.keyboard.press('3')
  await page.getByRole('button', { name: /^Row A seat 1,/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(preview).toHaveCount(3)
  await page.keyboard.press('Enter')

  await expect(selected(page)).toHaveCount(3)
  const names = await selected(page).evaluateAll((seats) =>
    seats.map((seat) => seat.getAttribute('aria-label')?.split(',')[0]),
  )
  expect(new Set(names.map((name) => name?.replace(/ seat \d+/, ''))).size).toBe(1)
})

for (const viewport of WINDOWS) {
  test(`the tools and the map are visible on arrival at ${viewport.width}×${viewport.height} [S-335]`, {
    tag: viewport.width === 320 ? [] : '@test-all',
  }, async ({ server }) => {
    const page = await openSeats(server, 'large', viewport)

    for (const name of ['How many people', 'Price of the best seats', 'Best Seats for 2']) {
      await expect(page.getByLabel(name, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    const bar = await page.getByRole('complementary', { name: 'Your booking' }).boundingBox()
    const bottom = viewport.width < 1024 ? bar?.y : viewport.height
    const rowBottom = await page
      .getByRole('button', { name: /^Row A seat \d+,/ })
      .first()
      .evaluate((seat) => seat.getBoundingClientRect().bottom)
    expect(rowBottom).toBeLessThan(bottom ?? 0)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
  })
}
