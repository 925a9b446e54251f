import './booking-ticket.css'
import type { Booking } from '@marquee/contract/bookings'
import { rupees } from '@marquee/contract/money'
import { slotTypeName } from '@marquee/contract/parking'
import { DEFAULT_SCREEN } from '@marquee/contract/showtimes'
import { cinemaDate, cinemaTime } from '@marquee/contract/time'
import type { ReactNode } from 'react'
import { Detail } from '#features/profile/detail.tsx'
import { cinema } from '#lib/cinema.ts'

interface Props {
  booking: Booking
  poster: ReactNode
  past: boolean
}

/** One booking as the paper it stands for: the show on the left, what was paid on the stub. */
export function BookingTicket({ booking, poster, past }: Props) {
  return (
    <article
      aria-label={`${booking.movieId.name}, booking ${booking.bookingReference}`}
      className="ticket"
      data-past={past || undefined}
    >
      <div className="ticket-main">
        <div className="ticket-poster">{poster}</div>
        <Show booking={booking} />
      </div>
      <Stub booking={booking} />
    </article>
  )
}

function Show({ booking }: { booking: Booking }) {
  const { movieId: movie, showtimeId: showtime, seats, parkingSlots, phone } = booking
  const startsAt = Date.parse(showtime.startTime)

  return (
    <div className="min-w-0">
      <h4 className="font-display text-xl text-balance">{movie.name}</h4>
      <p className="mt-1 text-sm text-ash">
        {movie.genre} · {movie.duration} min
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
        <Detail term="Date">{cinemaDate(startsAt, cinema.timeZone)}</Detail>
        <Detail term="Time">{cinemaTime(startsAt, cinema.timeZone)}</Detail>
        <Detail term="Screen">{showtime.screen || DEFAULT_SCREEN}</Detail>
        <Detail term="Seats">{seats.map(({ seatNumber }) => seatNumber).join(', ')}</Detail>
        {parkingSlots.length > 0 && (
          <Detail term="Parking">{parkingSlots.map(slotName).join(', ')}</Detail>
        )}
        {phone && <Detail term="Contact">{phone}</Detail>}
      </dl>
    </div>
  )
}

const slotName = ({ type, slotNumber }: Booking['parkingSlots'][number]) =>
  `${slotNumber} (${slotTypeName(type)})`

function Stub({ booking }: { booking: Booking }) {
  const { bookingReference, totalCost, paymentStatus, createdAt } = booking
  const paid = paymentStatus === 'Paid'

  return (
    <dl className="ticket-stub">
      <Detail term="Booking Reference" strong>
        {bookingReference}
      </Detail>
      <Detail term="Amount">{rupees(totalCost)}</Detail>
      <Detail term="Payment Status">
        <span className={paid ? 'text-good' : 'text-wait'}>{paymentStatus}</span>
      </Detail>
      <Detail term="Booked On">{cinemaDate(Date.parse(createdAt), cinema.timeZone)}</Detail>
    </dl>
  )
}
