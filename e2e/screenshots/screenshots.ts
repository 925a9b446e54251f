import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { SCREENS, waitUntilStable } from '../screens/screens.ts'
import { findLargestShowtime, sellSomePlaces } from '../screens/test-data.ts'

const FOLDER = join(import.meta.dirname, '../../screenshots')
const WIDTHS = [390, 1440]
const SMALLEST = 320

const widthsOf = (name: string, widths = WIDTHS) =>
  name.startsWith('seats') && widths === WIDTHS ? [SMALLEST, ...widths] : widths

/** All of the page, in a window as tall as it, so that what sticks to an edge sticks where it belongs. */
async function picture(page: Page, path: string) {
  await waitUntilStable(page)
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  const { width = 0 } = page.viewportSize() ?? {}
  const height = await page.evaluate(() => {
    // What is as tall as the window stays as tall as it was.
    for (const part of document.querySelectorAll<HTMLElement>('[class*="min-h-svh"]'))
      part.style.minHeight = `${innerHeight}px`
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width, height })
  await page.screenshot({ path, animations: 'disabled' })
}

for (const { name, open, widths } of SCREENS) {
  test(name, async ({ server }) => {
    const crowd = await server.openPage('/faq')
    if (/seats|payment/.test(name))
      await sellSomePlaces(crowd.request, await findLargestShowtime(crowd.request))
    for (const width of widthsOf(name, widths)) {
      const page = await server.openPage('/faq')
      await page.setViewportSize({ width, height: width < 1000 ? 844 : 900 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page)
      await picture(page, join(FOLDER, `${name}-${width}.png`))
      await page.context().close()
    }
  })
}
