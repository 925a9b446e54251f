import './booking-ticket.css'
import type { Booking } from '@marquee/contract/bookings'
import { rupees } from '@marquee/contract/money'
import { slotTypeName } from '@marquee/contract/parking'
import { DEFAULT_SCREEN } from '@marquee/contract/showtimes'
import { cinemaDate, cinemaTime } from '@marquee/contract/time'
import Printer from 'lucide-react/icons/printer'
import type { MouseEvent, ReactNode } from 'react'
import { Detail } from '#features/profile/detail.tsx'
import { cinema } from '#lib/cinema.ts'

interface Props {
  booking: Booking
  poster: ReactNode
  /** How brightly it is lit: the next show most, a past one least. */
  light: 'next' | 'coming' | 'past'
}

/** One booking as the paper it stands for: the show on the left, what was paid on the stub. */
export function BookingTicket({ booking, poster, light }: Props) {
  const { movieId: movie, bookingReference } = booking
  return (
    <article
      aria-label={`${movie.name}, booking ${bookingReference}`}
      className="ticket"
      data-light={light}
    >
      <div className="ticket-main">
        <div className="ticket-poster">{poster}</div>
        <div className="ticket-name flex min-w-0 items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="hidden font-display text-lg print:block">{cinema.brandName}</p>
            <h4 className="font-display text-xl font-medium">{movie.name}</h4>
            <p className="mt-1 text-sm text-ash">
              {movie.genre} · {movie.duration} min
            </p>
          </div>
          {light !== 'past' && <PrintButton name={movie.name} />}
        </div>
        <Show booking={booking} />
      </div>
      <Stub booking={booking} />
    </article>
  )
}

function Show({ booking }: { booking: Booking }) {
  const { showtimeId: showtime, seats, parkingSlots, phone } = booking
  const startsAt = Date.parse(showtime.startTime)

  return (
    <dl>
      <Detail term="Date">{cinemaDate(startsAt, cinema.timeZone)}</Detail>
      <Detail term="Time">{cinemaTime(startsAt, cinema.timeZone)}</Detail>
      <Detail term="Screen">{showtime.screen || DEFAULT_SCREEN}</Detail>
      <Detail term="Seats">{seats.map(({ seatNumber }) => seatNumber).join(', ')}</Detail>
      {parkingSlots.length > 0 && <Detail term="Parking">{parkingSlots.map(Slot)}</Detail>}
      {phone && <Detail term="Contact">{phone}</Detail>}
    </dl>
  )
}

const Slot = ({ _id, type, slotNumber }: Booking['parkingSlots'][number]) => (
  <span key={_id} className="block">
    {slotNumber} <span className="text-sm font-normal text-ash">{slotTypeName(type)}</span>
  </span>
)

function Stub({ booking }: { booking: Booking }) {
  const { bookingReference, totalCost, paymentStatus, createdAt } = booking
  const payment = paymentStatus === 'Paid' ? 'text-good' : 'text-wait'

  return (
    <dl className="ticket-stub">
      <Detail term="Booking Reference" className="ticket-reference text-brass-bright">
        {bookingReference}
      </Detail>
      <Detail term="Amount">{rupees(totalCost)}</Detail>
      <Detail term="Payment Status" className={payment}>
        {paymentStatus}
      </Detail>
      <Detail term="Booked On">{cinemaDate(Date.parse(createdAt), cinema.timeZone)}</Detail>
    </dl>
  )
}

/** Prints this ticket alone; the browser's own printing takes all of them. */
function PrintButton({ name }: { name: string }) {
  const print = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const ticket = currentTarget.closest<HTMLElement>('.ticket')
    ticket?.setAttribute('data-printing', '')
    // Not after print(): on a phone it is back before anything is printed.
    window.addEventListener('afterprint', () => ticket?.removeAttribute('data-printing'), {
      once: true,
    })
    window.print()
  }

  return (
    <button
      type="button"
      onClick={print}
      aria-label={`Print the ticket for ${name}`}
      className="-mt-1 inline-flex min-h-9 shrink-0 items-center gap-2 text-sm font-semibold text-brass transition-colors hover:text-brass-bright print:hidden"
    >
      <Printer aria-hidden="true" className="size-4" /> Print
    </button>
  )
}
