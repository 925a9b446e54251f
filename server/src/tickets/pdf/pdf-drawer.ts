import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { TicketPage } from './ticket-page.types.ts'

/** About 200 pages. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024

type PdfResponse = { id: number } & ({ content: Uint8Array } | { error: unknown })

/**
 * Returns a function that draws the page of a ticket in a thread of its own, where it does not stop the event loop. Pages are kept by what is on
 * them. The thread starts with the first page, and again after it has failed.
 */
export function createPdfDrawer() {
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  })
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let worker: Worker | undefined
  let lastId = 0

  function startWorker() {
    const started = new Worker(new URL('./ticket-pdf-worker.ts', import.meta.url))
    started.on('message', (response: PdfResponse) => {
      const drawing = waiting.get(response.id)
      waiting.delete(response.id)
      if ('content' in response) drawing?.resolve(Buffer.from(response.content))
      else drawing?.reject(response.error)
      // An idle thread does not keep the process running.
      if (waiting.size === 0) started.unref()
    })
    // An error that the thread has not caught ends it.
    started.on('error', (error) => {
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  function draw(page: TicketPage) {
    lastId += 1
    const drawing = Promise.withResolvers<Buffer>()
    waiting.set(lastId, drawing)
    worker ??= startWorker()
    worker.ref()
    worker.postMessage({ id: lastId, page })
    return drawing.promise
  }

  return async function drawPdf(page: TicketPage) {
    const key = cacheKey(page)
    const known = cache.get(key)
    if (known) return known
    const content = await draw(page)
    cache.set(key, content)
    return content
  }
}

/** When the page is drawn is not on it. The reference of the booking is. */
const cacheKey = ({ ticket, poster }: TicketPage) =>
  createHash('sha256')
    .update(JSON.stringify([ticket, poster]))
    .digest('base64')

/** One thread for the process. */
export const drawPdf = createPdfDrawer()
