import type { ResponseBody } from '@marquee/contract/endpoint'
import type { listPasses as listPassesCall, SharedPass } from '@marquee/contract/tickets'
import { BOOKING_PASS } from '@marquee/contract/tickets'
import { formatIsoDate } from '@marquee/contract/time'
import { verifyPass } from '@marquee/contract/verify-pass'
import { getCinema } from '../catalogue/cinema.service.ts'
import type { Context } from '../context.ts'
import { bookingNotFound, passNotFound } from '../errors.ts'
import {
  type BookedTicket,
  findTicket,
  passLabel,
  passToken,
  seatsOfPass,
} from './tickets.service.ts'
import { selectAdmitted } from './tickets.sql.ts'

export interface TicketRequest {
  reference: string
  userId: string
}

/** Throws NOT_FOUND, also for a booking of another user, so that the answer does not tell which references exist. */
export async function requireTicket(ctx: Context, { reference, userId }: TicketRequest) {
  const ticket = await findTicket(ctx, reference)
  if (ticket?.user_id !== userId) throw bookingNotFound()
  return ticket
}

/** The passes of a booking for its owner. Throws NOT_FOUND. */
export async function listPasses(
  ctx: Context,
  request: TicketRequest,
): Promise<ResponseBody<typeof listPassesCall>> {
  const ticket = await requireTicket(ctx, request)
  const { count: admitted, last_at: lastAt } = await countAdmitted(ctx, ticket.id)
  return {
    ...{ reference: ticket.reference, issue: ticket.issue, admitted },
    admittedAt: admitted === 0 || lastAt === null ? null : new Date(lastAt).toISOString(),
    passes: passesOf(ctx, ticket),
  }
}

/** How many people of a booking were let in, and when the last of them. */
export async function countAdmitted({ reader }: Pick<Context, 'reader'>, bookingId: string) {
  const { rows } = await selectAdmitted(reader, bookingId)
  return rows[0] ?? { count: 0, last_at: null }
}

/** All passes of a booking: the one of the whole party first. Empty without seats. */
export function passesOf(ctx: Context, ticket: BookedTicket) {
  const numbers = ticket.seats.length === 0 ? [] : [BOOKING_PASS, ...ticket.seats.keys().map(next)]
  return numbers.map((number) => ({
    number,
    label: passLabel(ticket, number),
    token: passToken(ctx, ticket, number),
  }))
}

const next = (index: number) => index + 1

/**
 * Returns the booking of a token and the number of the pass. Throws NOT_FOUND if the pass is forged, void, or of a booking that does not
 * exist.
 */
export async function requirePass(ctx: Context, token: string) {
  const check = await verifyPass(token, ctx.passKeys.publicKeys)
  if (!check.genuine) throw passNotFound()
  const { reference, showtimeId, number, issue } = check.pass
  const ticket = await findTicket(ctx, reference)
  const isValid =
    ticket?.showtime_id === showtimeId &&
    ticket.issue === issue &&
    seatsOfPass(ticket, number).length > 0
  if (!isValid) throw passNotFound()
  return { ticket, number }
}

/** What anyone with a pass may see. Throws NOT_FOUND. */
export async function getSharedPass(ctx: Context, token: string): Promise<SharedPass> {
  const { ticket, number } = await requirePass(ctx, token)
  return {
    ...{ number, label: passLabel(ticket, number) },
    seats: seatsOfPass(ticket, number).map(({ label, category }) => ({
      ...{ seatNumber: label, category: category ?? '' },
    })),
    movie: movieView(ticket),
    showtime: {
      _id: ticket.showtime_id,
      date: formatIsoDate(ticket.starts_at, ctx.config.timeZone),
      startTime: new Date(ticket.starts_at).toISOString(),
      screen: ticket.screen,
    },
    cinema: await getCinema(ctx),
  }
}

const movieView = (ticket: BookedTicket) => ({
  ...{ _id: ticket.movie_id, name: ticket.movie, genre: ticket.genre },
  ...{ duration: ticket.duration, rating: ticket.rating, imageUrl: ticket.image_url },
  ...(ticket.poster !== null && { poster: ticket.poster }),
  ...(ticket.image !== null && { image: ticket.image }),
})
