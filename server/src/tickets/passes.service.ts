import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { Pass } from '@marquee/contract/tickets/passes'
import type {
  listFriendPasses as listFriendPassesCall,
  listPasses as listPassesCall,
  SharedPass,
} from '@marquee/contract/tickets/tickets'
import { BOOKING_PASS, PASS_NOT_FOUND } from '@marquee/contract/tickets/tickets'
import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { describePastDay, formatInstant, formatIsoDate } from '@marquee/contract/time'
import { getCinema } from '../catalogue/cinema/cinema.service.ts'
import type { Context } from '../context.ts'
import { AppError, bookingNotFound, notFound } from '../errors.ts'
import {
  type BookedTicket,
  findTicket,
  findTickets,
  isCancelled,
  passLabel,
  passToken,
  seatsOfPass,
} from './tickets.service.ts'
import {
  selectAdmitted,
  selectFriendSeats,
  selectLastVoidPass,
  selectVoidPass,
} from './tickets.sql.ts'

const passNotFound = () => notFound(PASS_NOT_FOUND)

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
  const { count: admitted, last_at: lastAt } = await countAdmittedOfBooking(ctx, ticket.id)
  return {
    reference: ticket.reference,
    issue: ticket.issue,
    admitted,
    admittedAt: admitted === 0 || lastAt === null ? null : formatInstant(lastAt),
    passes: passesOf(ctx, ticket),
  }
}

/** How many people of a booking were let in, and when the last of them. */
export async function countAdmittedOfBooking(
  { reader }: Pick<Context, 'reader'>,
  bookingId: string,
) {
  const { rows } = await selectAdmitted(reader, bookingId)
  return rows[0] ?? { count: 0, last_at: null }
}

/** All passes of a booking: the one of the whole party first. Empty without seats. */
export function passesOf(ctx: Context, ticket: BookedTicket) {
  const numbers =
    ticket.seats.length === 0 ? [] : [BOOKING_PASS, ...ticket.seats.map(({ pass }) => pass)]
  return numbers.map((number) => ({
    number,
    label: passLabel(ticket, number),
    token: passToken(ctx, ticket, number),
  }))
}

/**
 * Returns the booking of a token and the number of the pass. Throws NOT_FOUND if the pass is forged or of a booking that does not exist, and VOID with what
 * happened if it is not valid any more.
 */
export async function requirePass(ctx: Context, token: string) {
  const check = await verifyPass(token, ctx.passKeys.publicKeys)
  if (!check.genuine) throw passNotFound()
  const { reference, showtimeId, number, issue } = check.pass
  const ticket = await findTicket(ctx, reference)
  if (!ticket) throw passNotFound()
  const isValid =
    ticket.showtime_id === showtimeId &&
    ticket.issue === issue &&
    seatsOfPass(ticket, number).length > 0
  if (!isValid) throw new AppError(410, 'VOID', await explainVoidPass(ctx, ticket, check.pass))
  return { ticket, number }
}

/** What happened to the seat of a void pass. Says nothing about who has the seat now. */
async function explainVoidPass(
  ctx: Context,
  ticket: BookedTicket,
  { showtimeId, number }: Pass,
): Promise<string> {
  const ask = 'Ask the person who booked.'
  // First: whether its show is cancelled is known of the show that the booking is for now.
  if (ticket.showtime_id !== showtimeId) return `This booking is for another show now. ${ask}`
  if (ticket.cancellation_reason !== null) return `The cinema has cancelled this show. ${ask}`
  const seat = await findVoidPass(ctx, ticket, number)
  if (!seat) return `A newer ticket replaces this one. ${ask}`
  const { leftAt, isGivenBack } = seat
  const day = describePastDay(leftAt, { now: ctx.now(), timeZone: ctx.config.timeZone })
  if (isCancelled(ticket) && isGivenBack) return `This booking was cancelled ${day}. ${ask}`
  return `This seat was ${isGivenBack ? 'given back' : 'exchanged'} ${day}. ${ask}`
}

/** When the seat of a pass left its booking; of the pass of the party the last seat. Undefined if it is still there. */
async function findVoidPass({ reader }: Context, ticket: BookedTicket, number: number) {
  if (number !== BOOKING_PASS) {
    const [pass] = (await selectVoidPass(reader, ticket.id, number)).rows
    return pass && { leftAt: pass.void_at, isGivenBack: pass.is_given_back === 1 }
  }
  if (!isCancelled(ticket)) return undefined
  const leftAt = (await selectLastVoidPass(reader, ticket.id)).rows[0]?.void_at
  return leftAt == null ? undefined : { leftAt, isGivenBack: true }
}

/** What anyone with a pass may see. Throws NOT_FOUND. */
export async function getSharedPass(ctx: Context, token: string): Promise<SharedPass> {
  const { ticket, number } = await requirePass(ctx, token)
  return {
    number,
    label: passLabel(ticket, number),
    seats: seatsOfPass(ticket, number).map(({ label, category }) => ({
      seatNumber: label,
      category: category ?? '',
    })),
    movie: movieView(ticket),
    showtime: {
      _id: ticket.showtime_id,
      date: formatIsoDate(ticket.starts_at, ctx.config.timeZone),
      startTime: formatInstant(ticket.starts_at),
      screen: ticket.screen,
    },
    cinema: await getCinema(ctx),
  }
}

/** The passes of seats that others have paid for a visitor: chosen in this browser, or with the account. Without seats that were given back. */
export async function listFriendPasses(
  ctx: Context,
  visitor: { visitorId: string; userId: string | null },
): Promise<ResponseBody<typeof listFriendPassesCall>> {
  const { rows } = await selectFriendSeats(ctx.reader, visitor)
  const tickets = await findTickets(
    ctx,
    rows.map(({ booking_id }) => booking_id),
  )
  return rows.flatMap(({ booking_id, pass }) => {
    const ticket = tickets.get(booking_id)
    if (!ticket || seatsOfPass(ticket, pass).length === 0) return []
    const { showtime_id, starts_at, screen, movie } = ticket
    return {
      token: passToken(ctx, ticket, pass),
      seatNumber: passLabel(ticket, pass),
      movie,
      showtime: { _id: showtime_id, startTime: formatInstant(starts_at), screen },
    }
  })
}

const movieView = (ticket: BookedTicket) => ({
  _id: ticket.movie_id,
  name: ticket.movie,
  genre: ticket.genre,
  duration: ticket.duration,
  rating: ticket.rating,
  imageUrl: ticket.image_url,
  ...(ticket.poster !== null && { poster: ticket.poster }),
  ...(ticket.image !== null && { image: ticket.image }),
})
