import type { Locator, Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test } from './fixtures.ts'
import { expectLive, untilRendered } from './steps.ts'
import { signInNewUser } from './test-data.ts'

/** Tomorrow has all showtimes of the sample catalogue. */
async function openTomorrow(page: Page) {
  const days = page.getByRole('navigation', { name: 'Showtimes by day' })
  await days.getByRole('link', { name: 'Tomorrow' }).click()
  await expect(page.getByRole('list', { name: 'Showtimes of Amaran' })).toBeVisible()
}
/** Waits for the seats left of a show, which are more than a quarter. */
async function readSeatsLeft(show: Locator) {
  await expect(show).toContainText(/M\d+ left/)
  return Number(/M(\d+) left/.exec((await show.textContent()) ?? '')?.[1])
}
const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

for (const width of [320, 390, 768, 1440]) {
  test(`a day's programme at ${width} px does not scroll sideways and has no accessibility violation [S-373]`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await server.openPage('/', { viewport: { width, height: 800 } })
    await openTomorrow(page)

    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
}

for (const width of [320, 390]) {
  test(`tomorrow evening in Tamil is four choices from the home page to the seats at ${width} px [S-374]`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await server.openPage('/', { viewport: { width, height: 700 }, hasTouch: true })
    const days = page.getByRole('navigation', { name: 'Showtimes by day' })

    await days.getByRole('link', { name: 'Tomorrow' }).tap()
    await filter(page, 'Language').selectOption('Tamil')
    await filter(page, 'Time').selectOption('Evening')
    await expect(page.getByRole('article', { name: 'Pushpa' })).toHaveCount(0)
    await page.getByRole('list', { name: 'Showtimes of Amaran' }).getByRole('link').tap()

    await expectLive(page)
    await expect(page.getByText('7:45 PM').first()).toBeVisible()
  })
}

test('the address of a filtered day shows the same in another browser, and going back shows the listing [S-374]', async ({
  server,
}) => {
  const page = await server.openPage('/')
  await openTomorrow(page)
  await filter(page, 'Language').selectOption('Silent')
  await filter(page, 'Time').selectOption('Morning')
  await expect(page.getByRole('article')).toHaveCount(1)
  const url = page.url()

  const other = await server.openPage(url.slice(server.url.length))
  await expect(other.getByRole('article', { name: 'The General' })).toBeVisible()
  await expect(other.getByRole('article')).toHaveCount(1)

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Book Now', exact: true }).first()).toBeVisible()
})

test('the seats left of a programme follow the holds of others [S-373]', async ({ server }) => {
  const page = await server.openPage('/')
  await openTomorrow(page)
  const show = page.getByRole('list', { name: 'Showtimes of Metropolis' }).getByRole('link').first()
  // More than a day before the show, its accessible places do not count.
  const left = await readSeatsLeft(show)

  const other = await server.openPage((await show.getAttribute('href')) ?? '')
  await expectLive(other)
  await other
    .getByRole('button', { name: /^Row .* available$/ })
    .first()
    .click()

  await expect.poll(() => readSeatsLeft(show)).toBe(left - 1)
})

test('the programme can be used by keyboard alone [S-374]', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.openPage('/')
  const days = page.getByRole('navigation', { name: 'Showtimes by day' })
  await days.getByRole('link', { name: 'Tomorrow' }).press('Enter')
  await filter(page, 'Time').focus()
  await page.keyboard.type('Evening')
  await expect(filter(page, 'Time')).toHaveValue('Evening')
  await expect(filter(page, 'Time')).toBeFocused()

  await page.getByRole('list', { name: 'Showtimes of Amaran' }).getByRole('link').press('Enter')
  await expectLive(page)
})

test('a movie page is linked from its card, readable without JavaScript, and unknown ones are not found [S-376]', async ({
  server,
}) => {
  const page = await server.openPage('/')
  const card = page.getByRole('article', { name: 'Safety Last!' })
  await card.getByRole('link', { name: 'Safety Last!' }).click()
  await expect(page).toHaveURL(/\/movies\/safety-last$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Safety Last!' })).toBeVisible()
  await expect(page).toHaveTitle('Safety Last! · Marquee')
  const tomorrow = page.getByRole('region', { name: 'Tomorrow' })
  await expect(tomorrow.getByRole('link')).toHaveCount(2)

  const plain = await server.openPage('/movies/safety-last', { javaScriptEnabled: false })
  await expect(plain.getByText('Harold Lloyd')).toBeVisible()
  await expect(plain.getByRole('region', { name: 'Tomorrow' }).getByRole('link')).toHaveCount(2)

  const response = await page.goto('/movies/unknown')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a movie page has its preview and its showtimes once, also with a query, and makes no further call for them [S-377]', async ({
  server,
}) => {
  const page = await server.newPage()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await untilRendered(page, '/movies/amaran')
  await page.goto('/movies/amaran')
  await expect(page.getByRole('heading', { level: 1, name: 'Amaran' })).toBeVisible()
  expect(calls.filter((path) => path.startsWith('/api/movies'))).toEqual([])

  for (const path of ['/movies/amaran', '/movies/amaran?utm_source=friend']) {
    const html = await (await page.request.get(path)).text()
    expect(html.match(/property="og:title"/g)).toHaveLength(1)
    expect(html).toContain(
      `property="og:image" content="${server.url.replace('127.0.0.1', 'localhost')}/posters/amaran.jpg"`,
    )
    expect(html).toContain('"@type":"ScreeningEvent"')
  }
})

for (const width of [320, 390, 768, 1440]) {
  test(`a movie page at ${width} px does not scroll sideways and has no accessibility violation [S-376]`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const page = await server.openPage('/movies/amaran', { viewport: { width, height: 800 } })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
}

test('a visitor signs in from an announced movie and is told when booking opens [S-380]', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.openPage('/')
  const section = page.getByRole('region', { name: 'Coming Soon' })
  await section.getByRole('link', { name: /^Tell Me When Booking Opens/ }).click()
  await expect(page.getByText('Coming Tue, 26 Feb 2030')).toBeVisible()
  await signInNewUser(page.request)
  await page.goto(page.url())

  await page.getByRole('button', { name: 'Tell Me When Booking Opens' }).click()

  // The email of a new user is not confirmed.
  await expect(page.getByText('Please confirm your email first.')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
})
