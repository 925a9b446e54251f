import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { readPdfText } from '#test/support/render-pdf.ts'
import { createPdfDrawer } from './pdf-drawer.ts'
import type { TicketDetails } from './ticket-page.types.ts'

const TICKET: TicketDetails = {
  brandName: 'Marquee',
  cinema: { name: 'Palace', address: null, phone: null, lat: null, lng: null, arrival: 20 },
  movie: 'Amaran',
  about: 'UA · 169 min',
  date: 'Tue, 1 Dec 2026',
  time: '6:30 PM',
  arriveBy: '6:10 PM',
  screen: 'Screen 1',
  seats: ['A1'],
  slots: [],
  reference: 'MQ-7KX2M9QRT4',
  amounts: [['Paid', '₹200']],
  refunded: null,
  voucherRefunded: null,
  isCash: false,
  isFree: false,
  cancellationReason: null,
  refundTerms: 'There is no refund for cancelled tickets.',
  admit: 'Admit 1',
  token: 'MQ1.A',
  homeUrl: 'https://tickets.example/',
  url: 'https://tickets.example/bookings/MQ-7KX2M9QRT4',
}
const PAGE = { ticket: TICKET, createdAt: new Date('2026-11-22T10:00:00Z'), poster: undefined }

test('drawPdf keeps a page by what is on it, and draws a changed booking anew [S-702]', async () => {
  const drawPdf = createPdfDrawer()

  const first = await drawPdf(PAGE)
  const again = await drawPdf({ ...PAGE, createdAt: new Date('2026-11-23T10:00:00Z') })
  const changed = await drawPdf({ ...PAGE, ticket: { ...TICKET, seats: ['B7'] } })

  expect(again).toBe(first)
  expect(await readPdfText(first)).toContain('A1')
  expect(await readPdfText(changed)).toContain('B7')
})

test('drawPdf draws all pages in one thread beside that of the caller [S-702]', async () => {
  const threads: Worker[] = []
  const listener = (worker: Worker) => void threads.push(worker)
  process.on('worker', listener)
  const drawPdf = createPdfDrawer()

  await Promise.all([drawPdf(PAGE), drawPdf({ ...PAGE, ticket: { ...TICKET, seats: ['B7'] } })])

  process.off('worker', listener)
  expect(threads).toHaveLength(1)
})

test('drawPdf rejects a page that cannot be drawn, and draws the next one [S-702]', async () => {
  const drawPdf = createPdfDrawer()

  await expect(drawPdf({ ...PAGE, poster: '/none.jpg' })).rejects.toThrow('ENOENT')
  expect(await readPdfText(await drawPdf(PAGE))).toContain('MQ-7KX2M9QRT4')
})
