import type { Scope } from '@marquee/contract/office/office-endpoint'
import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { findUnexpectedErrors, openContext, recordErrors, test as siteTest } from './fixtures.ts'
import type { Site } from './site.ts'

export { expect }

/** Runs in the page. */
export const setTheme = (theme: string) =>
  document.documentElement.setAttribute('data-theme', theme)

export type Office = ReturnType<typeof openOffice>
export type StaffDevice = Awaited<ReturnType<Office['pair']>>

/** Opens the office of the test's server. The test fails if a page logs an unexpected error. */
export const test = siteTest.extend<{ office: Office }>({
  office: async ({ browser, site, contexts }, use) => {
    const office = openOffice({ browser, contexts }, site)
    await use(office)
    // Pages that are still loading would log errors if the server stopped first.
    await Promise.all(contexts.map((context) => context.close()))
    expect(findUnexpectedErrors(office.errors)).toEqual([])
  },
})

interface Browsers {
  browser: Browser
  /** Where new ones are added. */
  contexts: BrowserContext[]
}

function openOffice(
  { browser, contexts }: Browsers,
  { url: siteUrl, officeUrl: url, ...site }: Site,
) {
  const errors: string[] = []

  async function openPage(options: PairOptions) {
    const context = await openContext(options.browser ?? browser, {
      baseURL: url,
      viewport: { width: options.width ?? 1280, height: 900 },
      serviceWorkers: options.serviceWorkers ?? 'block',
      permissions: ['camera'],
    })
    contexts.push(context)
    const page = await context.newPage()
    recordErrors(page, errors)
    return page
  }

  /** Opens a browser that is a device of the office. */
  async function pair(scope: Scope, { name = `A ${scope}`, ...options }: PairOptions = {}) {
    const page = await openPage(options)
    await page.addInitScript(keepAnswersOpen)
    const client = createClient(page, url)
    await client.post('pair', { code: await site.createPairingCode(name, scope) })
    return { page, context: page.context(), ...client }
  }

  /** Opens a browser of its own on the site. */
  async function openSite(width = 1280) {
    const viewport = { width, height: 900 }
    const context = await openContext(browser, { baseURL: siteUrl, viewport })
    contexts.push(context)
    const page = await context.newPage()
    recordErrors(page, errors)
    return page
  }

  /** A show that no other test uses. */
  async function takeShow({ get }: Client) {
    const { _id, date } = await site.takeShowtime()
    const { shows } = await get<{ shows: Show[] }>(`shows?date=${date}`)
    const show = shows.find((one) => one._id === _id)
    if (!show) throw new Error('The office does not list the show')
    return { ...show, date }
  }

  return { url, errors, openPage, pair, openSite, takeShow, takeShowtime: site.takeShowtime }
}

/**
 * Runs in the page. A good answer of the door closes after four seconds (`CLOSE_GOOD_MS` in door-view.tsx): a slow machine may need them for the next
 * step of a test.
 */
function keepAnswersOpen() {
  const { setTimeout } = window
  const start = (handler: TimerHandler, ms?: number, ...values: unknown[]) =>
    setTimeout(handler, ms === 4000 ? 3_600_000 : ms, ...values)
  Object.assign(window, { setTimeout: start })
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
