import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openSeatScreen } from './steps.ts'

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

/** Returns the border colour of the first free seat of a category: red, green and blue from 0 to 255. */
async function getSeatColour(page: Page, category: string) {
  const name = new RegExp(`, ${category}, .* available$`)
  const seat = page.getByRole('button', { name }).first()
  const colour = await seat.evaluate(
    (button) => getComputedStyle(button, '::before').borderTopColor,
  )
  return (colour.match(/\d+/g) ?? []).map(Number) as [number, number, number]
}

test('seats are grey, blue or purple, depending on their category [R-2.60]', async ({ server }) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')

  const standard = await getSeatColour(page, 'Standard')
  expect(Math.max(...standard) - Math.min(...standard)).toBeLessThan(24)
  const [red, green, blue] = await getSeatColour(page, 'Premium')
  expect(blue - green).toBeGreaterThan(24)
  expect(green - red).toBeGreaterThan(24)
  const [vipRed, vipGreen, vipBlue] = await getSeatColour(page, 'VIP')
  expect(vipBlue - vipRed).toBeGreaterThan(24)
  expect(vipRed - vipGreen).toBeGreaterThan(24)
})
