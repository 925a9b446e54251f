import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import { qrModules } from './qr-code.ts'
import type { TicketDetails, TicketPage } from './ticket-page.types.ts'

type Document = InstanceType<typeof PDFDocument>

/** Opened once: a ticket takes 8 instead of 38 ms when their tables are not decoded again. */
const FONTS = {
  regular: openFont(
    import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  ),
  bold: openFont(import.meta.resolve('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf')),
}

// Points. An A4 page is 595 wide and 842 high. The ticket is in the upper half: one fold makes it fit a pocket.
const CARD = { x: 40, y: 48, width: 515, height: 312 }
const POSTER = { x: 60, y: 72, width: 132, height: 198 }
const TEXT = { x: 212, width: 176 }
const PERFORATION_X = 404
const CODE = { x: 418, y: 96, size: 123 }
const RADIUS = 10

// Only black and greys: a ticket looks the same from any printer.
const BLACK = '#000000'
const GREY = '#555555'
const HAIRLINE = '#999999'

/** Returns an opened font, which pdfkit accepts as it does the bytes of a file. Its types do not say so. */
function openFont(url: string) {
  return openSync(fileURLToPath(url)) as unknown as Buffer
}

/** Draws the ticket of a booking on one page. */
export function ticketPdf({ ticket, createdAt, poster }: TicketPage): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    // Written below, without the default font of the library.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${ticket.movie}, ${ticket.reference}`,
      Author: ticket.brandName,
      CreationDate: createdAt,
    },
  })
  for (const [name, font] of Object.entries(FONTS)) document.registerFont(name, font)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  drawCard(document)
  drawPoster(document, poster)
  drawShowtime(document, ticket)
  drawCode(document, ticket)
  drawDirections(document, ticket)
  document.end()
  return finished
}

function drawCard(document: Document) {
  const { x, y, width, height } = CARD
  document.lineWidth(1).strokeColor(HAIRLINE).roundedRect(x, y, width, height, RADIUS).stroke()
  document
    .dash(3, { space: 3 })
    .moveTo(PERFORATION_X, y)
    .lineTo(PERFORATION_X, y + height)
    .stroke()
    .undash()
}

function drawPoster(document: Document, poster: string | undefined) {
  const { x, y, width, height } = POSTER
  if (poster !== undefined)
    document.image(poster, x, y, { cover: [width, height], align: 'center', valign: 'center' })
  document.lineWidth(0.5).strokeColor(HAIRLINE).rect(x, y, width, height).stroke()
}

function drawShowtime(document: Document, ticket: TicketDetails) {
  const { x, width } = TEXT
  document.fillColor(GREY).font('bold').fontSize(9)
  document.text(ticket.brandName.toUpperCase(), x, POSTER.y, { width, height: 11, ellipsis: true })
  const size = fittingSize(document, ticket.movie, { width, height: 62 })
  document.fillColor(BLACK).fontSize(size)
  document.text(ticket.movie, x, POSTER.y + 15, { width, height: 62, ellipsis: true })
  document.fillColor(GREY).font('regular').fontSize(9)
  document.text(ticket.about, x, document.y + 2, { width, height: 11, ellipsis: true })

  let y = POSTER.y + 96
  const field = (label: string, value: string, { valueSize = 11, lines = 1 } = {}) => {
    document.fillColor(GREY).font('regular').fontSize(8).text(label, x, y, { width })
    const height = valueSize * 1.25 * lines
    document.fillColor(BLACK).font('bold').fontSize(valueSize)
    document.text(value, x, y + 10, { width, height, ellipsis: true })
    y += 10 + height + 6
  }
  field('Date and time', `${ticket.date}, ${ticket.time}`, { valueSize: 12 })
  field('Screen', ticket.screen)
  const isLong = ticket.seats.length > 4
  field('Seats', ticket.seats.join(', '), { valueSize: isLong ? 11 : 14, lines: isLong ? 2 : 1 })
  if (ticket.slots.length > 0)
    field('Parking', ticket.slots.map(slotText).join(', '), { valueSize: 9, lines: 4 })
  document.fillColor(GREY).font('regular').fontSize(9)
  document.text(
    [['Booking', ticket.reference], ...ticket.amounts].map((line) => line.join(' ')).join('\n'),
    POSTER.x,
    POSTER.y + POSTER.height + 14,
    { width: POSTER.width + 20 },
  )
}

/** `T1 TN01AB1234`, never on two lines. */
const slotText = ({ label, vehicleNumber }: TicketDetails['slots'][number]) =>
  vehicleNumber === null ? label : `${label}\u00a0${vehicleNumber}`

/** The largest size at which a text fits, or the smallest one: the rest is cut. */
function fittingSize(document: Document, text: string, box: { width: number; height: number }) {
  const fits = (size: number) =>
    document.font('bold').fontSize(size).heightOfString(text, { width: box.width }) <= box.height
  return [24, 20, 17, 14, 12].find(fits) ?? 10
}

function drawCode(document: Document, ticket: TicketDetails) {
  const { x, y, size } = CODE
  const align = 'center' as const
  document.fillColor(BLACK).font('bold').fontSize(16)
  document.text(ticket.admit, x, y - 26, { width: size, align })
  const rows = qrModules(ticket.token)
  const scale = size / rows.length
  for (const [row, modules] of rows.entries()) {
    for (const { from, length } of darkRuns(modules))
      document.rect(x + from * scale, y + row * scale, length * scale, scale)
  }
  document.fill(BLACK)
  document.font('bold').fontSize(11)
  document.text(ticket.reference, x, y + size + 16, { width: size, align })
  document.fillColor(GREY).font('regular').fontSize(9)
  document.text('Show this code at the door.', x, document.y + 6, { width: size, align })
}

/** The dark modules of a row that touch each other: one rectangle has no gaps. */
function darkRuns(modules: boolean[]) {
  const runs: { from: number; length: number }[] = []
  for (const [at, isDark] of modules.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.from + last.length === at) last.length += 1
    else runs.push({ from: at, length: 1 })
  }
  return runs
}

function drawDirections(document: Document, { cinema, arriveBy, url, refundTerms }: TicketDetails) {
  const x = CARD.x
  const width = CARD.width
  const y = CARD.y + CARD.height + 24
  document.fillColor(BLACK).font('bold').fontSize(12)
  document.text(`Please arrive by ${arriveBy}.`, x, y, { width })
  const lines = [cinema.name, cinema.address, cinema.phone].filter((line) => line !== null)
  document.fillColor(GREY).font('regular').fontSize(10)
  document.text(lines.join('\n'), x, document.y + 6, { width, height: 80, ellipsis: true })
  document.text(url, x, document.y + 6, { width, link: url })
  document.text(refundTerms, x, document.y + 6, { width })
}
