import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'

export { expect }

export interface Cinema {
  url: string
  /** Ends the server as a power failure would, and opens it again on the same address and data. */
  crashAndReopen: () => Promise<void>
  /** A browser of somebody else, at a page of the cinema. */
  visitor: (path?: string) => Promise<Page>
  /** From here on the browser may complain like this: the test itself causes it. */
  expectComplaint: (like: RegExp) => void
}

interface Options {
  environment: Record<string, string>
}

/** Each test has a cinema of its own: the real server, on data of its own, watched for complaints of the browser. */
export const test = base.extend<Options & { cinema: Cinema }>({
  environment: [{}, { option: true }],
  cinema: async ({ browser, environment }, use) => {
    const data = createDataDir()
    const settings = { DATA_DIR: data.dataDir, RATE_LIMITS: 'off', ...environment }
    let server = await startServer(settings)
    const visitors: BrowserContext[] = []
    const complaints: string[] = []
    const foreseen: RegExp[] = []

    await use({
      url: server.url,
      crashAndReopen: async () => {
        await server.kill('SIGKILL')
        server = await startServer({ ...settings, PORT: String(server.port) })
      },
      expectComplaint: (like) => void foreseen.push(like),
      visitor: async (path = '/') => {
        const visitor = await browser.newContext({ baseURL: server.url })
        visitors.push(visitor)
        return open(visitor, path, complaints)
      },
    })

    // Whoever is still on the way to a page would complain of a cinema that is gone.
    await Promise.all(visitors.map((visitor) => visitor.close()))
    await server.kill('SIGTERM')
    data.remove()
    expect(complaints.filter((text) => !foreseen.some((like) => like.test(text)))).toEqual([])
  },
})

async function open(visitor: BrowserContext, path: string, complaints: string[]) {
  const page = await visitor.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning'
    if (isTrouble && !isForeseen(message.text())) complaints.push(message.text())
  })
  await page.goto(path)
  return page
}

/**
 * The browser itself reports every answer from 400 on, and every lost connection, as an error of the page: also a farewell over
 * a line that the server is closing at that moment. The app logs what its socket suffers (specification, section 8).
 */
const FORESEEN = [
  /the server responded with a status of 4\d\d/,
  /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED)/,
  /WebSocket connection to/,
  /^WebSocket is already in CLOSING or CLOSED state/,
  /^No connection to the hall yet/,
]
const isForeseen = (text: string) => FORESEEN.some((pattern) => pattern.test(text))
