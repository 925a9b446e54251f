import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'
import { DAY_MS } from '@marquee/contract/time'
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'
import { NODE_ENVIRONMENT } from './benchmark-server.ts'
import { writeShows } from './catalogue.ts'
import { closeAtEnd } from './open-resources.ts'

const SCREENS = 12
const SHOWS_PER_SCREEN = 8
const ROWS = { large: { rows: 30, seats: 100 }, usual: { rows: 10, seats: 20 } }

export type OfficeServer = Awaited<ReturnType<typeof startOfficeServer>>

/**
 * Starts a server with an office and the shows of a catalogue, of which `shows` are those of tomorrow. Without one, all are tomorrow: eight on each of
 * twelve screens, of which the first has 3,000 seats.
 */
export async function startOfficeServer(browser: Browser, writeCatalogue = writeDay) {
  const { dataDir, remove } = createDataDir()
  const server = await startServer({
    ...NODE_ENVIRONMENT,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    OFFICE_PORT: '0',
    CATALOGUE: writeCatalogue(dataDir),
  })
  const officeUrl = `http://localhost:${server.officePort}`
  const stop = closeAtEnd(async () => {
    await server.kill('SIGTERM')
    remove()
  })
  const [, firstLink = ''] = /first office device: (\S+)/.exec(server.output()) ?? []
  const laptop = await pair(browser, firstLink, { viewport: { width: 1280, height: 900 } })
  const { get, post } = createCalls(laptop, officeUrl)
  const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const { shows } = await get<{ shows: Show[] }>(`shows?date=${date}`)

  return {
    siteUrl: server.url,
    officeUrl,
    date,
    shows,
    laptop,
    get,
    post,
    close: stop,
    /** Opens a browser as another device of the manager. Close it when done. */
    pair: async (options: BrowserContextOptions) => {
      const device = { name: 'A device', scope: 'manager' }
      const { link } = await post<{ link: string }>('pairing-codes', device)
      return pair(browser, link, options)
    },
    placesOf: async (showtimeId: string) =>
      (await get<{ places: StaffPlace[] }>(`shows/${showtimeId}`)).places,
  }
}

async function pair(browser: Browser, link: string, options: BrowserContextOptions) {
  const { origin } = new URL(link)
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Pair device' }).click()
  await page.waitForURL((url) => !url.pathname.includes('pair'))
  await page.close()
  return context
}

function createCalls({ request }: BrowserContext, origin: string) {
  const get = async <T>(path: string): Promise<T> =>
    (await request.get(`/api/office/${path}`)).json()
  const post = async <T>(path: string, data: object): Promise<T> => {
    const response = await request.post(`/api/office/${path}`, { data, headers: { origin } })
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
    return response.json()
  }
  return { get, post }
}

function writeDay(dataDir: string) {
  const screens = Array.from({ length: SCREENS }, (_, n) => ({
    name: `Screen ${n + 1}`,
    ...(n === 0 ? ROWS.large : ROWS.usual),
  }))
  // From six in the morning in India, every two hours.
  const midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS
  const startTimes = Array.from({ length: SHOWS_PER_SCREEN }, (_, n) =>
    new Date(midnight + (0.5 + 2 * n) * 3_600_000).toISOString(),
  )
  return writeShows(dataDir, { screens, startTimes })
}
