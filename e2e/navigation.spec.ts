import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openSeatScreen } from './steps.ts'

const expectScrollPosition = (page: Page, y: number) =>
  expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(y)

const scrollTo = async (page: Page, y: number) => {
  await page.evaluate((top) => {
    const ended = new Promise((resolve) => {
      window.addEventListener('scrollend', resolve, { once: true })
    })
    window.scrollTo(0, top)
    return ended
  }, y)
}

test('search scrolls to its results and keeps the text after going back', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.openPage()
  await page.getByPlaceholder('Search for a movie...').fill('amar')
  const result = page.getByRole('article', { name: 'Amaran' })
  await expect(result).toBeInViewport({ ratio: 0.5 })

  await openSeatScreen(page, 'Amaran')
  await page.goBack()

  await expect(page.getByPlaceholder('Search for a movie...')).toHaveValue('amar')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('going back restores the scroll position, also after a reload', async ({ server }) => {
  const page = await server.openPage()
  const aboutHeading = page.getByRole('heading', { name: 'About Us', level: 1 })
  await expect(page.getByRole('article').first()).toBeVisible()
  await scrollTo(page, 1700)
  await page.getByRole('link', { name: 'About', exact: true }).first().dispatchEvent('click')
  await expect(aboutHeading).toBeVisible()
  await expectScrollPosition(page, 0)

  await page.goBack()
  await expectScrollPosition(page, 1700)

  await page.goForward()
  await expect(aboutHeading).toBeVisible()
  await page.reload()
  await page.goBack()
  await expectScrollPosition(page, 1700)
})

test('going back from the sign-in pages skips the other sign-in pages', {
  tag: '@test-all',
}, async ({ server }) => {
  const page = await server.openPage('/faq')
  for (const [link, heading] of [
    ['Sign In', 'Sign In'],
    ['Sign up', 'Register'],
    ['Sign in', 'Sign In'],
    ['Sign up', 'Register'],
    ['Sign In', 'Sign In'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }

  await page.goBack()
  await expect(page).toHaveURL(/\/faq$/)
})
