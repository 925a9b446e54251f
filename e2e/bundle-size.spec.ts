import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { test as officeTest } from './office-fixtures.ts'
import { seatScreenPath, untilRendered } from './steps.ts'

const MAX_HOME_BYTES = 130_000
const MAX_SEAT_SCREEN = { bytes: 155_000, files: 9 }

async function countGzippedBytes(page: Page, scripts: readonly string[]) {
  const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

test('home page loads less than 130 kB of gzipped JavaScript', async ({ server }) => {
  const page = await server.newPage()
  const socketOpened = page.waitForEvent('websocket')
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await socketOpened
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  expect(scripts).not.toEqual([])

  expect(await countGzippedBytes(page, scripts)).toBeLessThan(MAX_HOME_BYTES)
})

test('the seat screen needs at most 155 kB of gzipped JavaScript in 9 files to show its seats and Best Seats [S-1210]', async ({
  server,
}) => {
  const page = await server.newPage()
  const path = seatScreenPath(await server.takeShowtime('large'))
  await untilRendered(page, path)
  const html = await (await page.request.get(path)).text()
  const needs = html.slice(html.indexOf('id="page-needs"'))
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)]
    .concat([...needs.matchAll(/"(\/assets\/[^"]+\.js)"/g)])
    .map(([, file = '']) => file)
  // The seats are there before any other code.
  await page.route('**/assets/*.js', (route) =>
    scripts.includes(new URL(route.request().url()).pathname) ? route.continue() : undefined,
  )
  await page.goto(path)
  await expect(page.getByRole('button', { name: /^Row A seat 1, / })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Best Seats for 2' })).toBeVisible()

  expect(scripts.length).toBeLessThanOrEqual(MAX_SEAT_SCREEN.files)
  expect(await countGzippedBytes(page, scripts)).toBeLessThan(MAX_SEAT_SCREEN.bytes)
})

test('a seat screen with many available seats does not load the code of the waiting list for a visitor without an account [S-1211]', async ({
  server,
}) => {
  const page = await server.openPage(seatScreenPath(await server.takeShowtime('large')))
  // Loaded by the same rendering as the waiting list would be.
  await expect(page.getByRole('heading', { name: 'Going with Friends?' })).toBeVisible()

  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(files.filter((name) => name.includes('/together-section-'))).toHaveLength(1)
  expect(files.filter((name) => name.includes('/waiting-section-'))).toEqual([])
})

/** With the files of the app. */
const MAX_OFFICE = {
  programme: { path: '/programme', shown: 'grid', bytes: 165_000, files: 6 },
  door: { path: '/door', shown: 'heading', bytes: 180_000, files: 11 },
  today: { path: '/', shown: 'heading', bytes: 175_000, files: 11 },
} as const

for (const [name, { path, shown, bytes, files }] of Object.entries(MAX_OFFICE))
  officeTest(
    `the page ${name} of the office needs at most ${bytes / 1000} kB of gzipped JavaScript in ${files} files`,
    async ({ office }) => {
      const { page } = await office.pair('manager')
      await page.goto(path)
      await expect(page.getByRole(shown).first()).toBeVisible()
      const scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name: url }) => url)
          .filter((url) => url.endsWith('.js')),
      )

      expect(scripts.length).toBeLessThanOrEqual(files)
      expect(await countGzippedBytes(page, scripts)).toBeLessThan(bytes)
    },
  )

officeTest(
  'the office asks for its device without waiting for the script of the theme',
  async ({ office }) => {
    const { page } = await office.pair('manager')
    await page.route('**/theme.js', () => undefined)
    const asked = page.waitForRequest('**/api/office/device')
    await page.goto('/programme', { waitUntil: 'commit' })

    await asked
  },
)

officeTest('the office asks for its font before its style sheet does', async ({ office }) => {
  const { page } = await office.pair('manager')
  await page.route('**/assets/*.css', () => undefined)
  const asked = page.waitForRequest('**/assets/figtree-latin-wght-*.woff2')
  await page.goto('/programme', { waitUntil: 'commit' })

  await asked
})
