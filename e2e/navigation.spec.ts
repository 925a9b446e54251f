import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openSeatScreen } from './steps.ts'

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const scrollTo = async (page: Page, y: number) => {
  await page.evaluate((top) => {
    const ended = new Promise((resolve) => {
      window.addEventListener('scrollend', resolve, { once: true })
    })
    window.scrollTo(0, top)
    return ended
  }, y)
}

test('what was searched for is there again on the way back, and comes into view', async ({
  server,
}) => {
  const page = await server.openPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByPlaceholder('Search for a movie...').fill('amar')
  const found = page.getByRole('article', { name: 'Amaran' })
  await expect(found).toBeInViewport({ ratio: 0.5 })

  await openSeatScreen(page, 'Amaran')
  await page.goBack()

  await expect(page.getByPlaceholder('Search for a movie...')).toHaveValue('amar')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('one comes back to where one was, also when the page has to load anew', async ({ server }) => {
  const page = await server.openPage()
  await expect(page.getByRole('article').first()).toBeVisible()
  await scrollTo(page, 1700)
  await page.getByRole('link', { name: 'About', exact: true }).first().dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible()
  expect(await scrolled(page)).toBe(0)

  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(1700)

  await page.goForward()
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible()
  await page.reload()
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(1700)
})

test('going back takes what was opened on a page along with it', async ({ server }) => {
  const page = await server.openPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await openSeatScreen(page, 'Amaran')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await page.goBack()

  await expect(page.getByRole('heading', { name: 'Now Showing' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
