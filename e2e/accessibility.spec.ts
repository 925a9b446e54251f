import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, test } from './fixtures.ts'
import { getWidths, SCREENS } from './screens.ts'
import { waitUntilStable } from './steps.ts'
import { findLargestShowtime, sellSomePlaces } from './test-data.ts'

test.use({ ownServer: true })

const WIDTHS = [390, 1440]
/** Also the width of a 1280 px window at 400 % zoom. */
const SMALLEST = 320
/** Screens with the most used parts of the site. */
const MAIN_SCREENS = [
  ...['home', 'home-details', 'faq-open', 'sign-in-refused', 'seats-list', 'seats-gap'],
  ...['payment', 'bookings', 'ticket', 'waiting-list-offer'],
]
/** Each takes about half a minute on two free processor cores. */
const GROUPS = Array.from({ length: 10 }, (_, group) => group)

/** The display font has thin lines, which vanish in small text. */
const MIN_DISPLAY_PX = 32

/** Returns the texts in the display font that are too small. */
const findSmallDisplayTexts = (page: Page) =>
  page.evaluate(
    (minSize) =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => {
          const { fontFamily, fontSize } = getComputedStyle(element)
          const hasText = [...element.childNodes].some(
            ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
          )
          return hasText && fontFamily.includes('Bodoni') && Number.parseFloat(fontSize) < minSize
        })
        .map(({ textContent }) => textContent),
    MIN_DISPLAY_PX,
  )

/** Runs in the page. The text is twice as large, like with the text size of the browser. */
const doubleTextSize = () => {
  document.documentElement.style.fontSize = '200%'
}
const setRightToLeft = () => {
  document.documentElement.style.fontSize = ''
  document.documentElement.dir = 'rtl'
}

/** By how many pixels the page can be scrolled sideways. */
const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [index, group] of [MAIN_SCREENS.slice(0, 5), MAIN_SCREENS.slice(5)].entries())
  test(`ten screens at 390 px have no axe violations (${index + 1} of 2)`, async ({ server }) => {
    for (const name of group) {
      const page = await server.newPage({ viewport: { width: 390, height: 844 } })
      await SCREENS[name]?.(page)
      await waitUntilStable(page)
      expect.soft(await findAccessibilityProblems(page), name).toEqual([])
      await page.context().close()
    }
  })

for (const group of GROUPS) {
  const screens = Object.entries(SCREENS).filter((_, index) => index % GROUPS.length === group)
  test(`every screen has no axe violations and no sideways scrolling (${group + 1} of ${GROUPS.length})`, {
    tag: '@test-all',
  }, async ({ server }) => {
    const { request } = await server.newPage()
    await sellSomePlaces(request, await findLargestShowtime(request))
    for (const [name, open] of screens) {
      const widths = getWidths(name, WIDTHS)
      const page = await server.newPage()
      await page.setViewportSize({ width: widths[0] ?? SMALLEST, height: 844 })
      await open(page)
      await waitUntilStable(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        expect.soft(await findAccessibilityProblems(page), `${name} at ${width}`).toEqual([])
        expect.soft(await findSmallDisplayTexts(page), `${name} at ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: SMALLEST, height: 640 })
      expect.soft(await getOverflow(page), `${name} at ${SMALLEST}`).toBe(0)
      await page.emulateMedia({ forcedColors: 'active' })
      expect.soft(await getOverflow(page), `${name} in forced colours`).toBe(0)
      await page.evaluate(doubleTextSize)
      expect.soft(await getOverflow(page), `${name} with large text`).toBe(0)
      await page.evaluate(setRightToLeft)
      expect.soft(await getOverflow(page), `${name} from right to left`).toBe(0)
      await page.context().close()
    }
  })
}
