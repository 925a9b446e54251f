import { parentPort } from 'node:worker_threads'
import type { PdfRequest } from './pdf-drawer.ts'
import { ticketPdf } from './ticket-pdf.ts'

/** Runs in a thread of its own, which `pdf-drawer.ts` starts. */
parentPort?.on('message', async ({ id, page }: PdfRequest) => {
  try {
    parentPort?.postMessage({ id, content: await ticketPdf(page) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
