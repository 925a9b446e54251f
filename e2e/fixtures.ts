import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'

export { expect }

export interface TestServer {
  url: string
  /** Kills the server with SIGKILL and starts it again with the same port and data. */
  crashAndRestart: () => Promise<void>
  /** The same with other settings, as after an upgrade. */
  restartWith: (environment: Record<string, string>) => Promise<void>
  /** Opens a page in a new browser context, which has cookies and storage of its own. */
  openPage: (path?: string, options?: BrowserContextOptions) => Promise<Page>
}

interface Options {
  environment: Record<string, string>
}

/** Starts a server with its own data for each test. The test fails if a page logs an unexpected error. */
export const test = base.extend<Options & { server: TestServer }>({
  environment: [{}, { option: true }],
  server: async ({ browser, environment }, use) => {
    const data = createDataDir()
    const settings = { DATA_DIR: data.dataDir, RATE_LIMITS: 'off', ...environment }
    let server = await startServer(settings)
    const restartWith = async (changes: Record<string, string>) => {
      await server.kill('SIGKILL')
      server = await startServer({ ...settings, ...changes, PORT: String(server.port) })
    }
    const contexts: BrowserContext[] = []
    const errors: string[] = []

    await use({
      url: server.url,
      crashAndRestart: () => restartWith({}),
      restartWith,
      openPage: async (path = '/', options = {}) => {
        const context = await browser.newContext({ baseURL: server.url, ...options })
        contexts.push(context)
        const page = await context.newPage()
        recordErrors(page, errors)
        if (options.javaScriptEnabled !== false) waitForHydrationAfterLoad(page)
        await page.goto(path)
        return page
      },
    })

    // Pages that are still loading would log errors if the server stopped first.
    await Promise.all(contexts.map((context) => context.close()))
    await server.kill('SIGTERM')
    data.remove()
    expect(findUnexpectedErrors(errors)).toEqual([])
  },
})

/** A page that the server has rendered is visible before it handles events. Visitors wait by themselves, tests do not. */
function waitForHydrationAfterLoad(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const untilHydrated = async (waitUntil: string | undefined) => {
    if (waitUntil === 'commit') return
    await expect.poll(() => page.evaluate(isHydrated).catch(() => false)).toBe(true)
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
