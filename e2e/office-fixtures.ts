import type { Scope } from '@marquee/contract/office/office-endpoint'
import type { Show, StaffPlace } from '@marquee/contract/office/shows'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { createDataDir, findFreePort, startServer } from '../server/test/support/server-process.ts'
import { findUnexpectedErrors, recordErrors } from './fixtures.ts'

export { expect }

export type Office = Awaited<ReturnType<typeof startOffice>>
export type StaffDevice = Awaited<ReturnType<Office['pair']>>

/** Starts a server with an office of its own for each test. Fails if a page logs an unexpected error. */
export const test = base.extend<{ office: Office }>({
  office: async ({ browser }, use) => {
    const office = await startOffice(browser)
    await use(office)
    await office.close()
    expect(findUnexpectedErrors(office.errors)).toEqual([])
  },
})

/** Opens a browser of its own on the site. Its unexpected errors fail the test. */
export async function openSite(browser: Browser, { siteUrl, errors }: Office, width = 1280) {
  const context = await browser.newContext({
    ...{ baseURL: siteUrl, viewport: { width, height: 900 }, serviceWorkers: 'block' },
  })
  const page = await context.newPage()
  recordErrors(page, errors)
  return page
}

async function startOffice(browser: Browser) {
  const data = createDataDir()
  const url = `http://127.0.0.1:${await findFreePort()}`
  const server = await startServer({
    ...{ DATA_DIR: data.dataDir, RATE_LIMITS: 'off' },
    ...{ OFFICE_PORT: new URL(url).port, OFFICE_URL: url },
    // The same refund at any time of the day.
    REFUND_POLICY: 'full until cutoff',
  })
  const errors: string[] = []
  const devices: { close: () => Promise<void> }[] = []
  let manager: Awaited<ReturnType<typeof pairWith>> | undefined

  async function pairWith(link: string, options: PairOptions) {
    const context = await (options.browser ?? browser).newContext({
      ...{ baseURL: url, viewport: { width: options.width ?? 1280, height: 900 } },
      ...{ serviceWorkers: options.serviceWorkers ?? 'block', permissions: ['camera'] },
    })
    devices.push(context)
    const page = await context.newPage()
    recordErrors(page, errors)
    await page.goto(link)
    await page.getByRole('button', { name: 'Pair device' }).click()
    await expect(page).not.toHaveURL(/pair/)
    return { page, context, ...createClient(page, url) }
  }

  /** Pairs a browser. The first one is the manager, with the link that the server prints. */
  async function pair(scope: Scope, options: PairOptions = {}) {
    if (!manager) {
      const [, link = ''] = /first office device: (\S+)/.exec(server.output()) ?? []
      manager = await pairWith(link, options)
      if (scope === 'manager') return manager
    }
    const name = options.name ?? `A ${scope}`
    const { link } = await manager.post<{ link: string }>('pairing-codes', { name, scope })
    return pairWith(link, options)
  }

  return {
    ...{ url, errors, pair, siteUrl: server.url },
    close: async () => {
      await Promise.all(devices.map((device) => device.close()))
      await server.kill('SIGTERM')
      data.remove()
    },
  }
}

interface PairOptions {
  name?: string
  browser?: Browser
  width?: number
  serviceWorkers?: 'allow' | 'block'
}

/** The calls of a paired device. */
function createClient({ request }: Page, origin: string) {
  const get = async <T>(path: string): Promise<T> =>
    (await request.get(`/api/office/${path}`)).json()
  const post = async <T>(path: string, data: object): Promise<T> => {
    const response = await request.post(`/api/office/${path}`, { data, headers: { origin } })
    expect(response.ok(), await response.text()).toBe(true)
    return response.json()
  }
  return { get, post }
}

type Client = Pick<StaffDevice, 'get' | 'post'>

/** Shows that are not over, the next first. Late in the evening they are those of tomorrow. */
async function findShows({ get }: Client) {
  const today = await get<{ date: string; shows: Show[] }>('shows')
  const tomorrow = new Date(Date.parse(today.date) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const next = await get<{ shows: Show[] }>(`shows?date=${tomorrow}`)
  const soon = Date.now() + 10 * 60 * 1000
  return [
    ...today.shows.map((show) => ({ ...show, date: today.date })),
    ...next.shows.map((show) => ({ ...show, date: tomorrow })),
  ].filter(({ endTime }) => Date.parse(endTime) > soon)
}

export async function findShow(client: Client, index = 0) {
  const show = (await findShows(client))[index]
  if (!show) throw new Error('The sample catalogue has no such show')
  return show
}

interface SoldTickets {
  booking: { reference: string }
  passes: { number: number; label: string; token: string }[]
}

/** Sells free seats of a show at the counter. */
export async function sellSeats(
  { get, post }: Client,
  showtimeId: string,
  { count = 1, ...contact }: { count?: number; phone?: string } = {},
): Promise<SoldTickets> {
  const { places } = await get<{ places: StaffPlace[] }>(`shows/${showtimeId}`)
  const seats = places
    .filter(({ kind, status }) => kind === 'seat' && status === 'AVAILABLE')
    .slice(0, count)
  return post(`shows/${showtimeId}/sell`, {
    placeIds: seats.map(({ _id }) => _id),
    payment: 'cash',
    totalCost: seats.reduce((total, { price }) => total + price, 0),
    ...contact,
  })
}
