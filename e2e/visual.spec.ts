import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openSeatScreen } from './steps.ts'

const columnsOf = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size)

test('the listing has one, two or three columns, as the page is wide [R-2.20][R-9.12]', async ({
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
    await expect.poll(() => columnsOf(page)).toBe(columns)
  }
})

test('between two pages the curtain fills the screen, for a second [R-2.10][R-9.13]', async ({
  server,
}) => {
  const page = await server.openPage()
  const { width, height } = page.viewportSize() ?? {}
  const overlay = (phase: string) => page.locator(`[data-page-transition=${phase}]`)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5_000)

  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(overlay('covering')).toHaveText('Preparing your premium experience...')
  expect(await overlay('covering').boundingBox()).toEqual({ x: 0, y: 0, width, height })

  await page.clock.runFor(999)
  await expect(overlay('covering')).toBeVisible()
  await page.clock.runFor(1)
  await expect(overlay('revealing')).toBeVisible()
})

/** The colour of the first free seat of a tier, and how far it is from grey. */
async function hueOf(page: Page, tier: string) {
  const seat = page.getByRole('button', { name: new RegExp(`, ${tier}, .* available$`) }).first()
  const [red = 0, green = 0, blue = 0] = await seat.evaluate((button) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(button, '::before').borderTopColor
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  return { red, green, blue, spread: Math.max(red, green, blue) - Math.min(red, green, blue) }
}

test('a seat is grey, blue or purple by its category [R-2.60]', async ({ server }) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')

  const [standard, premium, vip] = await Promise.all(
    ['Standard', 'Premium', 'VIP'].map((tier) => hueOf(page, tier)),
  )

  expect(standard?.spread).toBeLessThan(24)
  expect(premium?.spread).toBeGreaterThan(40)
  expect(premium?.blue).toBeGreaterThan(premium?.green ?? 255)
  expect(premium?.green).toBeGreaterThan(premium?.red ?? 255)
  expect(vip?.spread).toBeGreaterThan(40)
  expect(vip?.blue).toBeGreaterThan(vip?.red ?? 255)
  expect(vip?.red).toBeGreaterThan(vip?.green ?? 255)
})
