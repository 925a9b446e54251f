import PDFDocument from 'pdfkit'
import { qrModules } from '../qr-code.ts'
import { baseFont, type Weight } from './pdf-fonts.ts'
import { type Document, drawText, textHeight } from './pdf-text.ts'
import type { TicketDetails, TicketPage } from './ticket-page.types.ts'

// Points. An A4 page is 595 wide and 842 high. The ticket is in the upper half: one fold makes it fit a pocket.
const CARD = { x: 40, y: 48, width: 515, height: 312 }
const POSTER = { x: 60, y: 72, width: 132, height: 198 }
const TEXT = { x: 212, width: 176 }
const PERFORATION_X = 404
const CODE = { x: 418, y: 96, size: 123 }
const RADIUS = 10
const MOVIE_HEIGHT = 62
/** Below it are the address of the ticket's page and the refund terms. */
const TEXTS_END = 740

// Only black and greys: a ticket looks the same from any printer.
const BLACK = '#000000'
const GREY = '#555555'
const HAIRLINE = '#999999'

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
  for (const weight of ['regular', 'bold'] as const)
    document.registerFont(weight, baseFont(weight).font as unknown as Buffer)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  drawCard(document)
  drawPoster(document, poster)
  const cut = drawShowtime(document, ticket)
  drawCode(document, ticket)
  drawDirections(document, ticket, cut)
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

/** Returns the texts that the card has cut. */
function drawShowtime(document: Document, ticket: TicketDetails): string[] {
  const { x, width } = TEXT
  const cut: string[] = []
  const draw = (
    text: string,
    style: { y: number; weight: Weight; size: number; height: number },
  ) => {
    const { bottom, isCut } = drawText(document, text, { ...style, x, width })
    if (isCut) cut.push(text)
    return bottom
  }
  document.fillColor(GREY)
  draw(ticket.brandName.toUpperCase(), { y: POSTER.y, weight: 'bold', size: 9, height: 13 })
  const size = fittingSize(document, ticket.movie, { width, height: MOVIE_HEIGHT })
  document.fillColor(BLACK)
  const title = { y: POSTER.y + 15, weight: 'bold' as const, size, height: MOVIE_HEIGHT }
  const bottom = draw(ticket.movie, title)
  document.fillColor(GREY)
  draw(ticket.about, { y: bottom + 2, weight: 'regular', size: 9, height: 13 })

  let y = POSTER.y + 96
  const field = (label: string, value: string, { valueSize = 11, lines = 1 } = {}) => {
    document.fillColor(GREY).font('regular').fontSize(8).text(label, x, y, { width })
    const height = valueSize * 1.25 * lines
    document.fillColor(BLACK)
    draw(value, { y: y + 10, weight: 'bold', size: valueSize, height })
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
  return cut
}

/** `T1 TN01AB1234`, never on two lines. */
const slotText = ({ label, vehicleNumber }: TicketDetails['slots'][number]) =>
  vehicleNumber === null ? label : `${label}\u00a0${vehicleNumber}`

/** The largest size at which a text fits, or the smallest one: the rest is cut. */
function fittingSize(document: Document, text: string, box: { width: number; height: number }) {
  const fits = (size: number) =>
    textHeight(document, text, { weight: 'bold', size, width: box.width }) <= box.height
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

/** The dark modules of a row that touch each other: one rectangle has no lines in it. */
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

/** How to come, and the whole of the texts that the card has cut. */
function drawDirections(
  document: Document,
  { cinema, arriveBy, url, refundTerms }: TicketDetails,
  cut: readonly string[],
) {
  const x = CARD.x
  const width = CARD.width
  const y = CARD.y + CARD.height + 24
  document.fillColor(BLACK).font('bold').fontSize(12)
  document.text(`Please arrive by ${arriveBy}.`, x, y, { width })
  const lines = [cinema.name, cinema.address, cinema.phone].filter((line) => line !== null)
  document.fillColor(GREY)
  const texts = [lines.join('\n'), ...cut]
  const heightAt = (size: number) =>
    texts.reduce(
      (sum, text) => sum + 6 + textHeight(document, text, { weight: 'regular', size, width }),
      0,
    )
  let bottom = document.y
  const size = [10, 8, 6].find((one) => bottom + heightAt(one) <= TEXTS_END) ?? 5
  for (const text of texts)
    ({ bottom } = drawText(document, text, { x, y: bottom + 6, width, weight: 'regular', size }))
  document.font('regular').fontSize(10)
  document.text(url, x, bottom + 6, { width, link: url })
  document.text(refundTerms, x, document.y + 6, { width })
}
