import { getCinema } from '../catalogue/cinema.service.ts'
import type { Context } from '../context.ts'
import type { OutboxRow } from '../database/schema.ts'
import { qrPicture } from '../tickets/qr-code.ts'
import { type TicketDetails, ticketDetails } from '../tickets/ticket-details.ts'
import { calendarOf, pdfOf } from '../tickets/ticket-files.service.ts'
import { findTickets, type Ticket } from '../tickets/tickets.service.ts'
import type { MailAttachment, MailContent } from './mail.ts'
import { type MailDocument, mailHtml, mailText } from './mail-layout.ts'
import { unsubscribePath } from './unsubscribe-tokens.ts'

export type BookingMailKind = 'booking' | 'reminder'

const QR_CID = 'ticket'
const QR_PIXELS_PER_MODULE = 5

/** Composes the mails about bookings. Returns their contents by the id of the row. */
export async function composeBookingMails(ctx: Context, rows: OutboxRow[]) {
  const tickets = await findTickets(
    ctx,
    rows.flatMap(({ booking_id }) => booking_id ?? []),
  )
  const contents = new Map<string, MailContent>()
  for (const { id, kind, booking_id } of rows) {
    const ticket = tickets.get(booking_id ?? '')
    if (ticket)
      contents.set(id, await bookingMail(ctx, ticket, kind === 'reminder' ? 'reminder' : 'booking'))
  }
  return contents
}

/** The mail about a booking, with QR code, calendar file and PDF. */
export async function bookingMail(
  ctx: Context,
  ticket: Ticket,
  kind: BookingMailKind,
): Promise<MailContent> {
  const details = ticketDetails(ctx, ticket, await getCinema(ctx))
  const url = unsubscribeUrl(ctx, ticket)
  const document = { ...DOCUMENTS[kind](details), ...unsubscribeLink(kind, url) }
  return {
    subject: SUBJECTS[kind](details),
    text: mailText(document),
    html: mailHtml(document),
    attachments: await attachmentsOf(ctx, ticket, details),
    ...(kind === 'reminder' && url !== undefined && { unsubscribeUrl: url }),
  }
}

const unsubscribeUrl = ({ unsubscribeTokens, config }: Context, { user_id }: Ticket) =>
  user_id === null
    ? undefined
    : new URL(unsubscribePath(unsubscribeTokens.sign(user_id)), config.publicUrl).href

const unsubscribeLink = (kind: BookingMailKind, url: string | undefined) =>
  kind === 'reminder' && url !== undefined ? { unsubscribe: { label: 'Stop reminders', url } } : {}

async function attachmentsOf(
  ctx: Context,
  ticket: Ticket,
  { token }: TicketDetails,
): Promise<MailAttachment[]> {
  const name = ticket.reference
  return [
    {
      ...{ filename: `${name}.gif`, contentType: 'image/gif', cid: QR_CID },
      content: qrPicture(token, QR_PIXELS_PER_MODULE),
    },
    {
      ...{ filename: `${name}.pdf`, contentType: 'application/pdf' },
      content: await pdfOf(ctx, ticket),
    },
    {
      ...{ filename: `${name}.ics`, contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
      content: await calendarOf(ctx, ticket),
    },
  ]
}

const SUBJECTS: Record<BookingMailKind, (details: TicketDetails) => string> = {
  booking: ({ brandName, movie, reference }) => `${brandName}: ${movie}, ${reference}`,
  reminder: ({ brandName, movie, time }) => `${brandName}: ${movie} starts at ${time}`,
}

const DOCUMENTS: Record<BookingMailKind, (details: TicketDetails) => MailDocument> = {
  booking: (details) => ({
    ...commonParts(details),
    title: details.movie,
    preview: `${details.date}, ${details.time}, ${details.screen}`,
    paragraphs: [`Your booking reference is ${details.reference}.`],
    footer: ['Show the QR code or the reference at the door. Enjoy the movie!'],
  }),
  reminder: (details) => ({
    ...commonParts(details),
    title: `${details.movie} starts at ${details.time}`,
    preview: `Please arrive by ${details.arriveBy}.`,
    paragraphs: [`See you soon! Please arrive by ${details.arriveBy}.`],
    footer: ['You get this reminder because you booked these seats.'],
  }),
}

const commonParts = (details: TicketDetails) => ({
  brandName: details.brandName,
  code: { cid: QR_CID, label: details.admit },
  fields: fieldsOf(details),
  action: { label: 'Show ticket', url: details.url },
})

function fieldsOf(details: TicketDetails): MailDocument['fields'] {
  const { name, address } = details.cinema
  return [
    ['Movie', details.movie],
    ['When', `${details.date}, ${details.time}`],
    ['Arrive by', details.arriveBy],
    ['Where', address === null ? name : `${name}, ${address}`],
    ['Screen', details.screen],
    ['Seats', details.seats.join(', ')],
    ...details.slots.map((slot): [string, string] => ['Parking', slotText(slot)]),
    ['Reference', details.reference],
    ['Paid', details.paid],
  ]
}

/** `T1 (Two Wheeler, TN01AB1234)` */
const slotText = ({ label, type, vehicleNumber }: TicketDetails['slots'][number]) =>
  `${label} (${[type, vehicleNumber].filter((part) => part !== null).join(', ')})`
