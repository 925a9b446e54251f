import type { Booking } from '@marquee/contract/bookings/bookings'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes-route'
import { BOOKING_PASS, type listPasses, type SharedPass } from '@marquee/contract/tickets/tickets'
import { endOfShow, MINUTE_MS } from '@marquee/contract/time'

export type Passes = ResponseBody<typeof listPasses>
export type BookingPass = Passes['passes'][number]

/** A show as all tickets describe it. */
export interface TicketShow {
  movie: Pick<SharedPass['movie'], 'name' | 'genre' | 'duration' | 'imageUrl'>
  /** ISO 8601. */
  startTime: string
  screen: string
  cinema: CinemaDetails
}

/**
 * What the ticket page shows, apart from the passes. It is also stored on the device, so it contains
 * no price, no phone number and no name.
 */
export interface Ticket extends TicketShow {
  reference: string
  /** Seat numbers. */
  seats: string[]
  /** The booking was cancelled: it has no passes, and is not stored on the device. */
  cancellation?: Cancellation
  /** The cinema has moved the show in time. */
  moved?: NonNullable<Booking['moved']>
  /** Seats of the booking went out of service without other ones. */
  lostSeats?: true
  /** The mail server has refused an email about the booking. */
  isEmailRefused?: true
  /** Minutes before the start at which booking ends. Left out: the default. */
  cutoffMinutes?: number | undefined
  /** ISO 8601. Until when the cinema gives back the full price. */
  fullRefundUntil?: string
  /** The largest share of the price that is refunded, in percent. */
  refundCap?: number | undefined
  slots: Pick<Booking['parkingSlots'][number], 'slotNumber' | 'type' | 'vehicleNumber'>[]
}

interface Cancellation {
  isByCinema: boolean
  /** Why the cinema has cancelled the show. */
  reason: string | null
  /** Rupees. */
  refunded: number
}

/** A ticket with its passes: all that is needed at the door. */
export interface TicketWithPasses {
  ticket: Ticket
  passes: Passes
}

export const createTicket = (booking: Booking, cinema: CinemaDetails): Ticket => ({
  reference: booking.bookingReference,
  movie: booking.movieId,
  startTime: booking.showtimeId.startTime,
  screen: booking.showtimeId.screen || DEFAULT_SCREEN,
  cutoffMinutes: booking.showtimeId.cutoffMinutes,
  cinema,
  ...(booking.cancelled && { cancellation: cancellationOf(booking) }),
  ...(booking.moved && { moved: booking.moved }),
  ...(booking.lostSeats && { lostSeats: booking.lostSeats }),
  ...(booking.refusedEmail !== undefined && { isEmailRefused: true as const }),
  ...(booking.fullRefundUntil && { fullRefundUntil: booking.fullRefundUntil }),
  ...(booking.refundCap !== undefined && { refundCap: booking.refundCap }),
  seats: booking.seats.map(({ seatNumber }) => seatNumber),
  slots: booking.parkingSlots.map(({ slotNumber, type, vehicleNumber }) => ({
    slotNumber,
    type,
    vehicleNumber,
  })),
})

const cancellationOf = ({ cancelledByCinema, refunded = 0 }: Booking): Cancellation => ({
  isByCinema: cancelledByCinema !== undefined,
  reason: cancelledByCinema?.reason ?? null,
  refunded,
})

/** The seat numbers that a pass admits. */
export const seatsOf = (ticket: Ticket, pass: BookingPass) =>
  pass.number === BOOKING_PASS ? ticket.seats : [pass.label]

/** Epoch milliseconds: when to arrive, when the show starts, and when it ends. */
export function showTimes({ startTime, movie, cinema }: TicketShow) {
  const startsAt = Date.parse(startTime)
  return {
    arriveBy: startsAt - cinema.arrival * MINUTE_MS,
    startsAt,
    endsAt: endOfShow(startsAt, movie.duration),
  }
}
