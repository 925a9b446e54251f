import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectLive, waitUntilStable } from './steps.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

/** CSS pixels from the top of the page. */
const topOf = (locator: Locator) =>
  locator.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY))

const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Tomorrow has all showtimes of the sample catalogue. */
async function openTomorrow(page: Page) {
  const days = page.getByRole('navigation', { name: 'Showtimes by day' })
  await days.getByRole('link', { name: 'Tomorrow' }).click()
  const first = page.getByRole('list', { name: /^Showtimes of / }).first()
  await expect(first).toBeVisible()
  await waitUntilStable(page)
  return first.getByRole('link').first()
}

for (const [viewport, columns, maxTop] of [
  [PHONE, 1, 360],
  [WIDE, 2, 420],
] as const) {
  test(`a chosen day has its first showtime within ${maxTop} px of a window of ${viewport.width} × ${viewport.height} px [S-821]`, async ({
    server,
  }) => {
    const page = await server.openPage('/', { viewport })

    const showtime = await openTomorrow(page)

    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await topOf(showtime)).toBeLessThanOrEqual(maxTop)
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(columns)
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeInViewport()
  })
}

for (const [width, height] of [
  [320, 700],
  [768, 1024],
  [844, 390],
] as const) {
  test(`home, a day, a search and two for tonight do not scroll sideways at ${width} × ${height} px [S-821]`, async ({
    server,
  }) => {
    const page = await server.openPage('/', { viewport: { width, height } })
    const overflows = [await getOverflow(page)]
    await page.getByRole('button', { name: /^Two for / }).click()
    await expect(page.getByRole('button', { name: /^Take / }).first()).toBeVisible()
    overflows.push(await getOverflow(page))

    await openTomorrow(page)
    overflows.push(await getOverflow(page))

    await page.goto('/?q=amarn')
    await expect(page.getByText('Did you mean:', { exact: true })).toBeVisible()
    overflows.push(await getOverflow(page))
    expect(overflows).toEqual([0, 0, 0, 0])
  })
}

/** Presses Tab until an element with a matching name has the focus. Returns how often. */
async function countTabsTo(page: Page, name: RegExp) {
  for (let presses = 1; presses <= 30; presses += 1) {
    await page.keyboard.press('Tab')
    const names = await page
      .locator(':focus')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('aria-label') ?? element.textContent),
      )
    if (name.test(names.join())) return presses
  }
  throw new Error(`Tab never came to ${name}`)
}

for (const path of ['/', 'a day'] as const) {
  test(`the first showtime is at most 12 presses of Tab from the top of ${path}, and a seat 6 more [S-826]`, async ({
    server,
  }) => {
    const page = await server.openPage('/', { viewport: WIDE })
    if (path === 'a day') {
      await openTomorrow(page)
      await page.goto(page.url())
      await expect(page.getByRole('list', { name: /^Showtimes of / }).first()).toBeVisible()
    } else await expect(page.getByRole('article').first()).toBeVisible()

    let presses = await countTabsTo(page, /^Skip to content/)
    await page.keyboard.press('Enter')
    presses += await countTabsTo(page, /^Skip to showtimes/)
    await page.keyboard.press('Enter')
    presses += await countTabsTo(page, /^\s*(Book Now|\d+:\d\d [AP]M)/)
    expect(presses).toBeLessThanOrEqual(12)

    await page.keyboard.press('Enter')
    await expectLive(page)
    await expect(page.getByRole('main')).toBeFocused()
    let further = await countTabsTo(page, /^Skip to seat map/)
    await page.keyboard.press('Enter')
    further += await countTabsTo(page, /^Row A seat 1,/)
    expect(further).toBeLessThanOrEqual(6)
  })
}

test('two seats of this evening are held after two taps on the home page [S-820]', async ({
  server,
}) => {
  const page = await server.openPage('/', { viewport: PHONE })

  await page.getByRole('button', { name: /^Two for / }).click()
  await page
    .getByRole('button', { name: /^Take / })
    .first()
    .click()

  await expectLive(page)
  await expect(page.getByRole('button', { name: / selected$/ })).toHaveCount(2)
})
