import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { POSTER_UPLOADS_PATH } from '@marquee/contract/movies/poster-path'
import { DEFAULT_POSTER } from '@marquee/contract/office/programme/movies'
import { passPath, ticketPath } from '@marquee/contract/pages'
import { getCinema } from '../catalogue/cinema/cinema.service.ts'
import { findPosterFile } from '../catalogue/posters/posters.service.ts'
import type { Context } from '../context.ts'
import { bookingCancelled } from '../errors.ts'
import { WEB_ROOT } from '../http/web/web-root.ts'
import { createFairQueue } from '../platform/concurrency/fair-queue.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import { requirePass, requireTicket, type TicketRequest } from './passes.service.ts'
import { drawPdf } from './pdf/pdf-drawer.ts'
import { ticketDetails } from './ticket-details.ts'
import { type BookedTicket, isCancelled, seatsOfPass } from './tickets.service.ts'

/** A page takes about 30 ms of a processor core. Visitors ask for one at a time: addresses take turns, and so do the accounts of an address. */
const pdfQueue = createFairQueue({ concurrency: 1, maxQueued: 64 })
const POSTERS = join(WEB_ROOT, 'posters')

/** The calendar file of a booking for its owner. Throws NOT_FOUND. */
export async function bookingCalendar(ctx: Context, request: TicketRequest) {
  const ticket = await requireTicket(ctx, request)
  return { name: ticket.reference, content: await calendarOf(ctx, ticket) }
}

/** The PDF of a booking for its owner. Throws NOT_FOUND, CLOSED for a cancelled booking, and UNAVAILABLE when too many are waiting. */
export async function bookingPdf(ctx: Context, request: TicketRequest, ipKey: string) {
  const ticket = await requireTicket(ctx, request)
  if (isCancelled(ticket)) throw bookingCancelled()
  // Drawing a page occupies a processor core.
  const content = await pdfQueue([ipKey, request.userId], () => pdfOf(ctx, ticket))
  return { name: ticket.reference, content }
}

/** The PDF of a booking. */
export async function pdfOf(ctx: Context, ticket: BookedTicket) {
  return drawPdf({
    ticket: ticketDetails(ctx, ticket, await getCinema(ctx)),
    createdAt: new Date(ctx.now()),
    poster: await posterOf(ctx, ticket.image_url),
  })
}

/** The calendar file of one pass, for anyone who has it. Throws NOT_FOUND. */
export async function passCalendar(ctx: Context, token: string) {
  const { ticket, number } = await requirePass(ctx, token)
  const seats = seatsOfPass(ticket, number).map(({ label }) => label)
  // Without the reference, with which the whole booking could be claimed at the door.
  const uid = createHash('sha256').update(`${ticket.reference} ${number}`).digest('hex')
  const url = new URL(passPath(token), ctx.config.publicUrl).href
  const content = await writeCalendar(ctx, { ...entryOf(ticket), uid, seats, slots: [], url })
  return { name: `ticket-${seats.join('-')}`, content }
}

/** The calendar file of a booking. */
export function calendarOf(ctx: Context, ticket: BookedTicket) {
  const { reference } = ticket
  return writeCalendar(ctx, {
    ...entryOf(ticket),
    uid: reference,
    reference,
    seats: ticket.seats.map(({ label }) => label),
    slots: ticket.slots.map(({ label }) => label),
    url: new URL(ticketPath(reference), ctx.config.publicUrl).href,
  })
}

const entryOf = (ticket: BookedTicket) => ({
  movie: ticket.movie,
  screen: ticket.screen,
  startsAt: ticket.starts_at,
  duration: ticket.duration,
  sequence: ticket.changes,
  isCancelled: isCancelled(ticket),
})

async function writeCalendar(ctx: Context, entry: CalendarEntry) {
  // Loaded when the first file is asked for: most visitors never do.
  const { calendarFile } = await import('./calendar-entry.ts')
  const { brandName, timeZone } = ctx.config
  return calendarFile(entry, { brandName, timeZone, cinema: await getCinema(ctx), now: ctx.now() })
}

/** The JPEG of a poster: the path of a file, or the content of an uploaded one as a data URL. */
async function posterOf({ reader }: Context, imageUrl: string) {
  const small = imageUrl.replace(/\.jpg$/, '-400.jpg')
  const uploaded = imageUrl.startsWith(POSTER_UPLOADS_PATH) && (await findPosterFile(reader, small))
  return uploaded
    ? `data:image/jpeg;base64,${uploaded.toString('base64')}`
    : posterFile(POSTERS, imageUrl)
}

/** Returns the file of a poster in a folder of posters, the small one if there are two; else the default one. Undefined if that is missing too. */
export function posterFile(folder: string, imageUrl: string) {
  const name = imageUrl.replace(/^\/?posters\//, '')
  const candidates = [name, DEFAULT_POSTER].flatMap((file) => [
    join(folder, file.replace(/\.jpg$/, '-400.jpg')),
    join(folder, file),
  ])
  return candidates.find(
    (path) => path.startsWith(folder + sep) && /\.jpe?g$/i.test(path) && existsSync(path),
  )
}
