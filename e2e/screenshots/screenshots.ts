import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { getWidths, SCREENS } from '../screens.ts'
import { waitUntilStable } from '../steps.ts'
import { findLargestShowtime, sellSomePlaces } from '../test-data.ts'

const FOLDER = join(import.meta.dirname, '../../screenshots')
const WIDTHS = [320, 390, 768, 1440]

/** Takes a screenshot of the window with its dialog, or else of the whole page. */
async function takeScreenshot(page: Page, path: string) {
  await waitUntilStable(page)
  const hasDialog = await page.getByRole('dialog').filter({ visible: true }).count()
  if (hasDialog === 0) await showWholePage(page)
  await page.screenshot({ path, animations: 'disabled' })
}

/** Makes the window as tall as the page, so that sticky parts are at their places. */
async function showWholePage(page: Page) {
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  const { width = 0 } = page.viewportSize() ?? {}
  const height = await page.evaluate(() => {
    // Elements with a part of the height of the window keep their height when the window grows.
    for (const part of document.querySelectorAll<HTMLElement>('[class*="svh"]'))
      part.style.minHeight = getComputedStyle(part).minHeight
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width, height })
}

for (const [name, open] of Object.entries(SCREENS)) {
  test(name, async ({ server }) => {
    const { request } = await server.newPage()
    if (/seats|payment/.test(name))
      await sellSomePlaces(request, await findLargestShowtime(request))
    for (const width of getWidths(name, WIDTHS)) {
      const page = await server.newPage()
      await page.setViewportSize({ width, height: width < 1000 ? 844 : 900 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page)
      await takeScreenshot(page, join(FOLDER, `${name}-${width}.png`))
      await page.context().close()
    }
  })
}
