import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'

const IN_PAGE = join(import.meta.dirname, 'in-page.js')
/** A mid-range phone: a quarter of this processor and ten megabits per second. */
const CPU_SLOWDOWN = 4
const BYTES_PER_SECOND = 10_000_000 / 8
const LATENCY_MS = 40
const VIEWPORT = { width: 1280, height: 900 }

/** What in-page.js records. */
interface PageMetrics {
  /** Sum of the layout shift scores. */
  shifts: number
  /** Milliseconds until the largest contentful paint. */
  largest: number
  /** Milliseconds from an interaction to the next paint, by interaction id. Below 16 ms nothing is recorded. */
  waits: Record<string, number>
  frames: number[]
  /** Number of seat renders, including the first ones. */
  rendered: number
}

/** Throws if CHROMIUM_PATH is not set. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set. npm run bench sets it.')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** A page with an empty cache on a slow device and network. Close its context when done. */
export async function openSlowPage(browser: Browser, baseURL: string): Promise<Page> {
  return openSlowPageIn(await browser.newContext({ baseURL, viewport: VIEWPORT }))
}

/** The same in a context that is open already. */
export async function openSlowPageIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript({ path: IN_PAGE })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  return page
}

export const readPageMetrics = (page: Page) => page.evaluate<PageMetrics>('window.pageMetrics')
