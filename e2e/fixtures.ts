import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { advancePages, setTestTime, timeUntil } from './clock.ts'
import { type Site, startSite } from './site.ts'

export { expect }

export interface TestServer extends Pick<Site, 'url' | 'takeShowtime'> {
  /** Kills the server with SIGKILL and starts it again with the same ports and data. */
  crashAndRestart: () => Promise<void>
  /** The same with other settings, as after an upgrade. */
  restartWith: Site['restartWith']
  /** Lets time pass in the server and in all pages of the test. */
  advanceClock: (ms: number) => Promise<void>
  /** Lets time pass until clocks in the cinema show this time, such as 22:45. */
  advanceClockTo: (time: string) => Promise<void>
  /** Opens an empty page in a new browser context, which has cookies and storage of its own. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>
  /** The same, and goes to a path. */
  openPage: (path?: string, options?: BrowserContextOptions) => Promise<Page>
}

/** The sample catalogue has showtimes for so many tests. */
const TESTS_PER_SERVER = 15

interface Options {
  environment: Record<string, string>
  /** Set it for tests that restart the server, move its clock, or change what other tests see. */
  ownServer: boolean
  /** When an own server starts, such as 22:00 in the cinema. Unless given, at the time of the test run. */
  startTime: string | undefined
}

interface TestFixtures {
  site: Site
  server: TestServer
  /** All browsers that the test has opened. */
  contexts: BrowserContext[]
}

interface WorkerFixtures {
  /** Starts the server that tests share, or returns the running one. */
  openSharedSite: () => Promise<Site>
}

/**
 * Tests share one server for each worker. They have showtimes and accounts of their own. A test with settings has a server of its own.
 * It fails if a page logs an unexpected error.
 */
export const test = base.extend<Options & TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true }],
  ownServer: [false, { option: true }],
  startTime: [undefined, { option: true }],
  openSharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      let site: Site | undefined
      let tests = 0
      await use(async () => {
        if (tests % TESTS_PER_SERVER === 0) {
          await site?.close()
          site = undefined
        }
        tests += 1
        site ??= await startSite()
        return site
      })
      await site?.close()
    },
    { scope: 'worker' },
  ],
  site: async ({ openSharedSite, environment, ownServer, startTime }, use) => {
    if (!isOwn({ ownServer, environment, startTime })) return use(await openSharedSite())
    const site = await startSite(environment, startTime)
    await use(site)
    await site.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  contexts: async ({}, use) => use([]),
  server: async ({ browser, site, contexts, ownServer, environment, startTime }, use) => {
    const errors: string[] = []
    const assertOwn = () =>
      expect(isOwn({ ownServer, environment, startTime }), 'Needs ownServer: true').toBe(true)
    const restartWith: Site['restartWith'] = (changes) => {
      assertOwn()
      return site.restartWith(changes)
    }
    const advanceClock = async (ms: number) => {
      assertOwn()
      await site.advanceClock(ms)
      await Promise.all(contexts.map((context) => advancePages(context, ms)))
    }

    const newPage = async (options: BrowserContextOptions = {}) => {
      const context = await openContext(browser, { baseURL: site.url, ...options })
      contexts.push(context)
      const page = await context.newPage()
      recordErrors(page, errors)
      if (options.javaScriptEnabled !== false) waitForHydrationAfterLoad(page)
      return page
    }

    await use({
      url: site.url,
      takeShowtime: site.takeShowtime,
      restartWith,
      crashAndRestart: () => restartWith({}),
      advanceClock,
      advanceClockTo: (time) => advanceClock(timeUntil(time, site.now())),
      newPage,
      openPage: async (path = '/', options = {}) => {
        const page = await newPage(options)
        await page.goto(path)
        return page
      },
    })

    // Pages that are still loading would log errors if the server stopped first.
    await Promise.all(contexts.map((context) => context.close()))
    expect(findUnexpectedErrors(errors)).toEqual([])
  },
})

const isOwn = ({ ownServer, environment, startTime }: Options) =>
  ownServer || startTime !== undefined || Object.keys(environment).length > 0

/** A browser context with the time of the test run. */
export async function openContext(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  await setTestTime(context)
  return context
}

/** A page that the server has rendered is visible before it handles events. Visitors wait by themselves, tests do not. */
function waitForHydrationAfterLoad(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const untilHydrated = async (waitUntil: string | undefined) => {
    if (waitUntil !== 'commit') await page.waitForFunction(isHydrated)
  }
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await untilHydrated(options?.waitUntil)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await untilHydrated(options?.waitUntil)
    return response
  }
}

/** True if React handles the events of the page, and for pages without the app. */
function isHydrated() {
  const root = document.getElementById('root')
  if (!root) return true
  const elements = [...root.querySelectorAll('main, main > *')]
  const isHandled = (element: Element) =>
    Object.keys(element).some((name) => name.startsWith('__reactFiber'))
  return elements.length > 0 && elements.every(isHandled)
}

/** Collects what a page logs as errors. */
export function recordErrors(page: Page, errors: string[]) {
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
}

export const findUnexpectedErrors = (errors: readonly string[]) =>
  errors.filter((text) => !EXPECTED_ERRORS.some((pattern) => pattern.test(text)))

/**
 * The browser logs each 4xx response, each lost connection, and on a slow machine each font that is loaded long before
 * it is used. The app logs socket errors (specification §8).
 */
const EXPECTED_ERRORS = [
  /the server responded with a status of 4\d\d/,
  /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INTERNET_DISCONNECTED|NETWORK_CHANGED)/,
  /was preloaded using link preload but not used/,
  /WebSocket connection to/,
  /^WebSocket is already in CLOSING or CLOSED state/,
  /^socket connection failed/,
  /^Service Worker registration blocked by Playwright/,
]
