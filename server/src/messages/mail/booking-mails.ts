import { getCinema } from '#src/catalogue/cinema/cinema.service.ts'
import type { Context } from '#src/context.ts'
import type { OutboxRow } from '#src/database/schema.ts'
import type { TicketDetails } from '#src/tickets/pdf/ticket-page.types.ts'
import { qrPicture } from '#src/tickets/qr-code.ts'
import { FREE_TICKETS, ticketDetails } from '#src/tickets/ticket-details.ts'
import { calendarOf, pdfOf } from '#src/tickets/ticket-files.service.ts'
import { type BookedTicket, findTickets, isCancelled } from '#src/tickets/tickets.service.ts'
import { signUnsubscribeToken, unsubscribePath } from '../unsubscribe/unsubscribe-tokens.ts'
import type { MailAttachment, MailContent } from './mail.ts'
import { type MailDocument, writeMail } from './mail-layout.ts'
import { showMessageDocument, showMessageSubject } from './show-message-mail.ts'

export type BookingMailKind = 'booking' | 'change' | 'reminder' | 'message'

/** A cancelled booking has one mail, whatever its mail was to be about when it was queued. */
type DocumentKind = BookingMailKind | 'cancelled' | 'cancelledByCinema'

const QR_CID = 'ticket'
const QR_PIXELS_PER_MODULE = 5

/** Composes the mails about bookings. Returns their contents by the id of the row. */
export async function composeBookingMails(ctx: Context, rows: OutboxRow[]) {
  const bookingIds = new Set(rows.flatMap(({ booking_id }) => booking_id ?? []))
  const tickets = await findTickets(ctx, [...bookingIds])
  const contents = new Map<string, MailContent>()
  for (const { id, kind, booking_id, body } of rows) {
    const ticket = tickets.get(booking_id ?? '')
    if (ticket) contents.set(id, await bookingMail(ctx, ticket, { kind: kindOf(kind), body }))
  }
  return contents
}

function kindOf(kind: OutboxRow['kind']): BookingMailKind {
  if (kind === 'staffChange') return 'change'
  return kind === 'reminder' || kind === 'change' || kind === 'message' ? kind : 'booking'
}

interface BookingMailToSend {
  kind: BookingMailKind
  /** The paragraphs that the mail begins with, one in each line. */
  body?: string
}

/** The mail about a booking, with QR code, calendar file and PDF. A cancelled booking has only the calendar file, which removes the entry. */
export async function bookingMail(
  ctx: Context,
  ticket: BookedTicket,
  queued: BookingMailToSend,
): Promise<MailContent> {
  const kind = documentKind(ticket, queued.kind)
  const details = ticketDetails(ctx, ticket, await getCinema(ctx))
  const url = unsubscribeUrl(ctx, ticket)
  const { introduction = [], paragraphs, ...parts } = DOCUMENTS[kind](details)
  const own = queued.body ? queued.body.split('\n') : []
  // Its own paragraphs tell why the booking is cancelled, unless the whole show was.
  const isExplained = own.length > 0 && details.cancellationReason === null
  const document = {
    ...parts,
    ...unsubscribeLink(kind, url),
    paragraphs: [...own, ...(isExplained ? [] : introduction), ...paragraphs],
  }
  return {
    subject: SUBJECTS[kind](details),
    ...writeMail(document),
    ...(kind !== 'message' && { attachments: await attachmentsOf(ctx, ticket, details) }),
    ...(kind === 'reminder' && url !== undefined && { unsubscribeUrl: url }),
  }
}

function documentKind(ticket: BookedTicket, queuedKind: BookingMailKind): DocumentKind {
  if (!isCancelled(ticket)) return queuedKind
  return ticket.cancelled_by === 'cinema' ? 'cancelledByCinema' : 'cancelled'
}

const unsubscribeUrl = (ctx: Context, { user_id }: BookedTicket) =>
  user_id === null
    ? undefined
    : new URL(unsubscribePath(signUnsubscribeToken(ctx, user_id)), ctx.config.publicUrl).href

const unsubscribeLink = (kind: DocumentKind, url: string | undefined) =>
  kind === 'reminder' && url !== undefined ? { unsubscribe: { label: 'Stop reminders', url } } : {}

async function attachmentsOf(
  ctx: Context,
  ticket: BookedTicket,
  { token }: TicketDetails,
): Promise<MailAttachment[]> {
  const name = ticket.reference
  const method = isCancelled(ticket) ? 'CANCEL' : 'PUBLISH'
  const calendar = {
    filename: `${name}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: await calendarOf(ctx, ticket),
  }
  if (isCancelled(ticket)) return [calendar]
  return [
    {
      filename: `${name}.gif`,
      contentType: 'image/gif',
      cid: QR_CID,
      content: qrPicture(token, QR_PIXELS_PER_MODULE),
    },
    { filename: `${name}.pdf`, contentType: 'application/pdf', content: await pdfOf(ctx, ticket) },
    calendar,
  ]
}

const SUBJECTS: Record<DocumentKind, (details: TicketDetails) => string> = {
  booking: ({ brandName, movie, reference }) => `${brandName}: ${movie}, ${reference}`,
  change: ({ brandName, reference }) => `${brandName}: your booking ${reference} has changed`,
  cancelled: ({ brandName, reference }) => `${brandName}: your booking ${reference} is cancelled`,
  cancelledByCinema: ({ brandName, movie, reference, cancellationReason }) =>
    cancellationReason === null
      ? `${brandName}: your booking ${reference} is cancelled`
      : `${brandName}: ${movie} is cancelled, ${reference}`,
  reminder: ({ brandName, movie, time }) => `${brandName}: ${movie} starts at ${time}`,
  message: ({ brandName, movie, date, time }) =>
    showMessageSubject({ brandName, movie, when: `${date}, ${time}` }),
}

interface BookingDocument extends MailDocument {
  /** Says what has happened, if the paragraphs of the queued mail do not. */
  introduction?: string[]
}

const DOCUMENTS: Record<DocumentKind, (details: TicketDetails) => BookingDocument> = {
  booking: (details) => ({
    ...commonParts(details),
    title: details.movie,
    preview: `${details.date}, ${details.time}, ${details.screen}`,
    paragraphs: [`Your booking reference is ${details.reference}.`, details.refundTerms],
    footer: ['Show the QR code or the reference at the door. Enjoy the movie!'],
  }),
  change: (details) => ({
    ...commonParts(details),
    title: 'Your booking has changed',
    preview: `${details.movie}, ${details.date}, ${details.time}`,
    paragraphs: [
      'Please use the ticket in this email from now on.',
      ...totalRefundTexts(details),
      details.refundTerms,
    ],
    footer: ['Show the QR code or the reference at the door. Enjoy the movie!'],
  }),
  cancelled: (details) => ({
    brandName: details.brandName,
    title: 'Your booking is cancelled',
    preview: `${details.movie}, ${details.date}, ${details.time}`,
    introduction: ['Your booking is cancelled.'],
    paragraphs: cancelledRefundTexts(details),
    fields: [
      ['Movie', details.movie],
      ['When', `${details.date}, ${details.time}`],
      ['Reference', details.reference],
    ],
    footer: ['The tickets of this booking are no longer valid.'],
  }),
  cancelledByCinema: (details) => ({
    brandName: details.brandName,
    title:
      details.cancellationReason === null
        ? 'Your booking is cancelled'
        : 'This show has been cancelled',
    preview: `${details.movie}, ${details.date}, ${details.time}`,
    introduction: [...cinemaCancellation(details), 'We are sorry for the trouble.'],
    paragraphs: [refundText(details)],
    fields: [
      ['Movie', details.movie],
      ['When', `${details.date}, ${details.time}`],
      ['Reference', details.reference],
    ],
    actions: [{ label: 'See other showtimes', url: details.homeUrl }],
    footer: ['The tickets of this booking are no longer valid.'],
  }),
  reminder: (details) => ({
    ...commonParts(details),
    title: `${details.movie} starts at ${details.time}`,
    preview: `Please arrive by ${details.arriveBy}.`,
    paragraphs: [`See you soon! Please arrive by ${details.arriveBy}.`],
    footer: ['You get this reminder because you booked these seats.'],
  }),
  message: showMessageDocument,
}

const cinemaCancellation = ({ cancellationReason }: TicketDetails) =>
  cancellationReason === null
    ? ['The cinema has cancelled your booking.']
    : ['We have had to cancel this show.', `Reason: ${cancellationReason}`]

/** What happens to the money. */
function refundText({ refunded, voucherRefunded, isCash, isFree }: TicketDetails) {
  if (isFree) return FREE_TICKETS
  if (refunded === null) return 'There is no refund.'
  if (voucherRefunded === refunded) return `You have been refunded ${refunded} as a voucher.`
  if (voucherRefunded !== null)
    return `Your refund is ${refunded}, ${voucherRefunded} of it as a voucher${isCash ? ' and the rest in cash at the box office' : ''}.`
  return isCash
    ? `You get ${refunded} back in cash at the box office. Please bring this email or your reference.`
    : `You have been refunded ${refunded}, to the card you paid with. You do not have to do anything.`
}

/** All refunds of a booking until now. A buyer may have fetched those in cash already. No text without a refund. */
function totalRefundTexts({ refunded, voucherRefunded, isCash }: TicketDetails) {
  if (refunded === null) return []
  if (voucherRefunded === refunded)
    return [`You have been refunded ${refunded} in all, as a voucher.`]
  if (voucherRefunded !== null)
    return [
      `Your refunds are ${refunded} in all, ${voucherRefunded} of it as a voucher${isCash ? ' and the rest in cash at the box office' : ''}.`,
    ]
  return [
    isCash
      ? `Your refunds are ${refunded} in all, in cash at the box office. Please bring this email or your reference for what you have not received yet.`
      : `You have been refunded ${refunded} in all.`,
  ]
}

/** What is refunded of a booking that was cancelled at the request of its buyer. */
function cancelledRefundTexts(details: TicketDetails) {
  if (details.isFree) return [FREE_TICKETS]
  return details.refunded === null ? ['There is no refund.'] : totalRefundTexts(details)
}

const commonParts = (details: TicketDetails) => ({
  brandName: details.brandName,
  code: { cid: QR_CID, label: details.admit },
  fields: fieldsOf(details),
  actions: [{ label: 'Show Ticket', url: details.url }],
})

function fieldsOf(details: TicketDetails): NonNullable<MailDocument['fields']> {
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
    ...details.amounts,
  ]
}

/** `T1 (Two Wheeler, TN01AB1234)` */
const slotText = ({ label, type, vehicleNumber }: TicketDetails['slots'][number]) =>
  `${label} (${[type, vehicleNumber].filter((part) => part !== null).join(', ')})`
