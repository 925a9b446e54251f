import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { SCREENS, waitUntilStable } from './screens/screens.ts'
import { findLargestShowtime, sellSomePlaces } from './screens/test-data.ts'

const WIDTHS = [390, 1440]
const SMALLEST = 320

const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** How far a page can be pushed sideways, in pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The hall of the sample programme with some of its seats and slots sold. */
const ROUNDS = [0, 1, 2, 3]
for (const round of ROUNDS) {
  const screens = SCREENS.filter((_, place) => place % ROUNDS.length === round)
  test(`every screen in every state is fit for everyone (${round + 1} of ${ROUNDS.length})`, async ({
    server,
  }) => {
    const crowd = await server.openPage('/faq')
    await sellSomePlaces(crowd.request, await findLargestShowtime(crowd.request))
    for (const { name, open, widths = WIDTHS } of screens) {
      const page = await server.openPage('/faq')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: widths[0] ?? SMALLEST, height: 844 })
      await open(page)
      await waitUntilStable(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        expect.soft(await violations(page), `${name} at ${width}`).toEqual([])
      }
      // Also what a desk of 1280 shows at four times the size.
      await page.setViewportSize({ width: SMALLEST, height: 640 })
      expect.soft(await overhang(page), `${name} at ${SMALLEST}`).toBe(0)
      await page.context().close()
    }
  })
}
