import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

const MAX_BYTES = 130_000

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

  const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).body()))

  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(MAX_BYTES)
})
