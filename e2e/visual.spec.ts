import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { SCREENS } from './screens.ts'
import { openSeats } from './steps.ts'

const countColumns = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size)

test('home page has one, two or three columns, depending on the width [R-2.20][R-9.12]', async ({
  server,
}) => {
  const page = await server.openPage()
  await expect(page.getByRole('article').nth(3)).toBeVisible()

  for (const [width, columns] of [
    [390, 1],
    [820, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => countColumns(page)).toBe(columns)
  }
})

test('phones can show two columns of posters, also after a reload', { tag: '@test-all' }, async ({
  server,
}) => {
  const page = await server.openPage('/', { viewport: { width: 390, height: 844 } })
  await expect(page.getByRole('article').nth(3)).toBeVisible()
  await page.getByRole('button', { name: 'Two columns of posters' }).click()
  await expect.poll(() => countColumns(page)).toBe(2)

  await page.reload()

  // The server renders one column, the page then applies the choice.
  await expect.poll(() => countColumns(page)).toBe(2)
})

for (const width of [320, 390]) {
  test(`nothing in the hero is clipped, ${width} pixels wide`, { tag: '@test-all' }, async ({
    server,
  }) => {
    const page = await server.openPage('/', { viewport: { width, height: 844 } })
    const hero = page.getByRole('region', { name: 'Featured movie' })
    await expect(hero.getByRole('link')).toBeVisible()

    const outside = await hero
      .locator('p:visible, li, a, img')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      )
    expect(outside).toEqual([])
  })
}

test('the messages of the listing are visible without scrolling', { tag: '@test-all' }, async ({
  server,
}) => {
  for (const [name, text] of [
    ['home-error', 'Failed to fetch movies'],
    ['home-empty', 'No movies are showing'],
    ['home-nothing-found', 'No movies found for'],
  ] as const) {
    const page = await server.newPage({ viewport: { width: 390, height: 664 } })
    await SCREENS[name]?.(page)
    await expect(page.getByText(text).first(), name).toBeInViewport()
  }
})

test('the page transition covers the window for one second [R-2.10][R-9.13]', async ({
  server,
}) => {
  const page = await server.openPage()
  const { width, height } = page.viewportSize() ?? {}
  const overlay = (phase: string) => page.locator(`[data-page-transition=${phase}]`)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)

  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(overlay('covering')).toHaveText('Preparing your premium experience...')
  expect(await overlay('covering').boundingBox()).toEqual({ x: 0, y: 0, width, height })

  await page.clock.runFor(999)
  await expect(overlay('covering')).toBeVisible()
  await page.clock.runFor(1)
  await expect(overlay('revealing')).toBeVisible()
})

/** Returns the border colour of the first free seat of a category. `chroma` is 0 for grey. */
async function getSeatColour(page: Page, category: string) {
  const seat = page
    .getByRole('button', { name: new RegExp(`, ${category}, .* available$`) })
    .first()
  const [red = 0, green = 0, blue = 0] = await seat.evaluate((button) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(button, '::before').borderTopColor
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  return { red, green, blue, chroma: Math.max(red, green, blue) - Math.min(red, green, blue) }
}

test('seats are grey, blue or purple, depending on their category [R-2.60]', async ({ server }) => {
  const page = await server.openPage()
  await openSeats(page, await server.takeShowtime())

  const standard = await getSeatColour(page, 'Standard')
  const premium = await getSeatColour(page, 'Premium')
  const vip = await getSeatColour(page, 'VIP')

  expect(standard.chroma).toBeLessThan(24)
  expect(premium.chroma).toBeGreaterThan(40)
  expect(premium.blue).toBeGreaterThan(premium.green)
  expect(premium.green).toBeGreaterThan(premium.red)
  expect(vip.chroma).toBeGreaterThan(40)
  expect(vip.blue).toBeGreaterThan(vip.red)
  expect(vip.red).toBeGreaterThan(vip.green)
})

test('the header names the theatre at every width, and the footer has three columns from 390 px [R-1.11][R-2.14]', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.openPage()
  const headings = page.getByRole('contentinfo').getByRole('heading')
  await expect(headings).toHaveCount(3)

  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('banner').getByText('Premium Theatre Experience')).toBeVisible()
    const tops = await headings.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    )
    expect(new Set(tops).size).toBe(width < 390 ? 2 : 1)
  }
})
