import { parentPort } from 'node:worker_threads'
import type { TicketPage } from './ticket-page.types.ts'
import { ticketPdf } from './ticket-pdf.ts'

interface PdfRequest {
  id: number
  page: TicketPage
}

/** Runs in a thread of its own, which `pdf-drawer.ts` starts. */
parentPort?.on('message', async ({ id, page }: PdfRequest) => {
  try {
    parentPort?.postMessage({ id, content: await ticketPdf(page) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
