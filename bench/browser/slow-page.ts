import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'

const IN_PAGE = join(import.meta.dirname, 'in-page.js')
/** A middling telephone: a quarter of this processor, and ten megabits a second. */
const SLOWER = 4
const BYTES_A_SECOND = 10_000_000 / 8
const LATENCY_MS = 40
const WIDE = { width: 1280, height: 900 }

/** What the page has noted of itself (in-page.js). */
export interface Seen {
  /** Added up, as browsers score them. */
  shifts: number
  /** Milliseconds until the largest thing of the first view was painted. */
  largest: number
  /** Milliseconds from a tap to the next paint, by interaction; 16 and less are not noted. */
  waits: Record<string, number>
  frames: number[]
  /** Seats that React has drawn, the first time included. */
  rendered: number
}

/** Throws, with what to do, where there is no Chromium. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH names no browser: npm run bench finds one')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** A page of somebody who has never been here, on a slow machine and line. Give it back by closing its context. */
export async function aSlowPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: WIDE })
  const page = await context.newPage()
  await page.addInitScript({ path: IN_PAGE })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
  return page
}

export const seenBy = (page: Page) => page.evaluate<Seen>('window.seen')
