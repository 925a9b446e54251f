import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

const MOST_BYTES = 130_000

test('the first page needs at most 130 kB of JavaScript, packed by gzip', async ({ server }) => {
  const page = await server.openPage()
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  expect(scripts).not.toEqual([])

  const bodies = scripts.map(async (url) => (await page.request.get(url)).body())
  const packed = (await Promise.all(bodies)).map((body) => gzipSync(body).length)

  expect(packed.reduce((sum, bytes) => sum + bytes)).toBeLessThan(MOST_BYTES)
})
