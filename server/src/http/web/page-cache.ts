import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type {
  CreatePageRenderer,
  PageRenderer,
  PageSources,
  ServerPage,
} from '@marquee/contract/page-renderer'
import { LRUCache } from 'lru-cache'
import { AppError, unavailable } from '#src/errors.ts'
import type { Log } from '#src/platform/log.ts'
import { createTokenBuckets } from '#src/platform/token-buckets.ts'
import { type EncodedBody, encodeOnce, PAGE_LEVEL } from './encoded-body.ts'

/** Pages use at most about this much memory, without their compressed copies. */
const MAX_BYTES = 16 * 1024 * 1024
const BYTES_PER_CHARACTER = 2
/** The data of a page is loaded at most this often, however many requests arrive. */
const LOAD_INTERVAL_MS = 1000
/** The browser takes data of this age as current and does not fetch it again (web/src/lib/query-client.ts). */
const RENDER_INTERVAL_MS = 15_000
/** Rendering takes 10 to 30 ms, in which the server does nothing else. Requests for many different pages must not occupy it. */
const RENDERINGS = { burst: 30, perSecond: 5 }
/** A database that takes longer must not delay the page. */
const LOAD_TIMEOUT_MS = 1000

interface RenderedPage {
  /** The data of the page, to find changes. */
  json: string
  renderedAt: number
  body: EncodedBody
  bytes: number
}

interface PageCacheOptions {
  /** Undefined if the pages are rendered by the browser alone. */
  loadRenderer: (() => Promise<PageRenderer>) | undefined
  sources: PageSources
  now: () => number
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number
  log: Log
}

/** Renders pages, again when their data has changed or is no longer current. Requests that arrive meanwhile wait for the same page. */
export function createPageCache({
  loadRenderer,
  sources,
  now,
  monotonicNow,
  log,
}: PageCacheOptions) {
  const takeRendering = createTokenBuckets<'all'>(new Map(), RENDERINGS, monotonicNow)
  const pages = new LRUCache<string, RenderedPage, ServerPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: LOAD_INTERVAL_MS,
    ttlResolution: 0,
    perf: { now: monotonicNow },
    fetchMethod: async (_, last, { context: page }) => {
      const content = await Promise.race([page.load(sources), failLater()])
      const json = JSON.stringify(content)
      const isCurrent = content.length === 0 || now() - (last?.renderedAt ?? 0) < RENDER_INTERVAL_MS
      if (last?.json === json && isCurrent) return last
      if (!takeRendering('all')) throw unavailable()

      const renderedAt = now()
      const html = await page.render(content, renderedAt)
      const bytes = html.length * BYTES_PER_CHARACTER
      return { json, renderedAt, body: encodeOnce(() => html, PAGE_LEVEL), bytes }
    },
  })

  /**
   * Returns undefined if the browser must render the page: it is not a page for the server, its data cannot be loaded, or many are rendered.
   * Throws NOT_FOUND if the page is about something that does not exist.
   */
  return async (url: string): Promise<EncodedBody | undefined> => {
    try {
      const page = (await loadRenderer?.())?.findPage(url)
      if (!page) return undefined
      return (await pages.fetch(page.path, { context: page }))?.body
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw error
      if (!(error instanceof AppError)) log.warn({ err: error }, 'page not rendered')
      return undefined
    }
  }
}

async function failLater(): Promise<never> {
  await delay(LOAD_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`The data was not loaded in ${LOAD_TIMEOUT_MS} ms`)
}

/**
 * Returns a function that loads the renderer of the web app's build. Loaded at the first page, because it needs memory. Undefined if it is
 * not built.
 */
export function createRendererLoader(
  file: string,
  options: () => Parameters<CreatePageRenderer>[0],
) {
  if (!existsSync(file)) return undefined
  let renderer: Promise<PageRenderer> | undefined
  const load = async () => {
    const { createPageRenderer } = (await import(pathToFileURL(file).href)) as {
      createPageRenderer: CreatePageRenderer
    }
    return createPageRenderer(options())
  }
  return () => {
    renderer ??= load()
    return renderer
  }
}
