import { isCancelledBooking } from '@marquee/contract/bookings/bookings'
import { sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import * as statements from './tickets.sql.ts'

export type BookedTicket = statements.TicketRow & {
  /** In the order of the seat numbers. */
  seats: statements.TicketPlaceRow[]
  slots: statements.TicketPlaceRow[]
}

/** Returns a booking with its places, undefined if there is none. */
export async function findTicket({ reader }: Pick<Context, 'reader'>, reference: string) {
  const { rows } = await statements.selectTicket(reader, reference)
  const [ticket] = await withPlaces(reader, rows)
  return ticket
}

/** Returns bookings with their places, by id. */
export async function findTickets({ reader }: Pick<Context, 'reader'>, bookingIds: string[]) {
  const { rows } = await statements.selectTickets(reader, bookingIds)
  const tickets = await withPlaces(reader, rows)
  return new Map(tickets.map((ticket) => [ticket.id, ticket]))
}

async function withPlaces(reader: Db, rows: statements.TicketRow[]): Promise<BookedTicket[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: places } = await statements.selectTicketPlaces(reader, ids)
  const byBooking = Map.groupBy(places, ({ booking_id }) => booking_id)
  return rows.map((row) => {
    const own = byBooking.get(row.id) ?? []
    const ownSeats = own.filter(({ kind }) => kind === 'seat')
    const seats = sortBySeatNumber(ownSeats, ({ label }) => label)
    return { ...row, seats, slots: own.filter(({ kind }) => kind !== 'seat') }
  })
}

/** House seats are no sale. */
export const isCancelled = ({ channel, seats }: Pick<BookedTicket, 'channel' | 'seats'>) =>
  channel !== 'house' && isCancelledBooking(seats)

/** The seats that a pass admits: all seats of the booking, or one. Empty if the booking has no such pass. */
export const seatsOfPass = ({ seats }: Pick<BookedTicket, 'seats'>, number: number) =>
  number === BOOKING_PASS ? seats : seats.filter(({ pass }) => pass === number)

/** `Admit 3` for the whole party, else the seat. Empty if the booking has no such pass. */
export function passLabel({ seats }: Pick<BookedTicket, 'seats'>, number: number) {
  if (number !== BOOKING_PASS) return seats.find(({ pass }) => pass === number)?.label ?? ''
  return seats.length === 0 ? '' : `Admit ${seats.length}`
}

type TicketOfPass = Pick<BookedTicket, 'reference' | 'showtime_id' | 'issue'>

/** Returns the token of one pass of a booking. */
export const passToken = ({ passKeys }: Context, ticket: TicketOfPass, number: number) =>
  passKeys.signPass({
    reference: ticket.reference,
    showtimeId: ticket.showtime_id,
    number,
    issue: ticket.issue,
  })
