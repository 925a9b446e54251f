import './booking-card.css'
import type { Booking } from '@marquee/contract/bookings/bookings'
import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes-route'
import { slotTypeName } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import { formatDate, formatTime } from '@marquee/contract/time'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Printer from 'lucide-react/icons/printer'
import type { MouseEvent, ReactNode } from 'react'
import { bookingHeadingId } from '#lib/booking-heading.ts'
import { NearDate } from '#lib/date-time.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import { Detail } from '#ui/detail.tsx'

interface Props {
  booking: Booking
  poster: ReactNode
  period: 'next' | 'upcoming' | 'past'
  /** Shown on the card of an upcoming show: the link to its ticket. */
  link?: ReactNode
  /** Shown for upcoming shows after More, before Print. */
  actions?: ReactNode
  message?: ReactNode
}

/** A booking, drawn like a paper ticket: the show on the left, the payment on the stub. */
export function BookingCard({ booking, poster, period, link, actions, message }: Props) {
  const { movieId: movie, bookingReference } = booking
  return (
    <article
      aria-label={`${movie.name}, booking ${bookingReference}`}
      className="booking-card"
      data-period={period}
      data-cancelled={booking.cancelled}
    >
      {message && <div className="booking-card-message">{message}</div>}
      <div className="booking-card-main">
        <div className="booking-card-poster">{poster}</div>
        <div className="booking-card-name min-w-0">
          <p className="title hidden text-lg print:block">{siteSettings.brandName}</p>
          <h4
            id={bookingHeadingId(bookingReference)}
            tabIndex={-1}
            className="title text-xl outline-none"
          >
            {movie.name}
          </h4>
          {booking.cancelled && (
            <p className="mt-1 font-semibold text-wait">
              {booking.cancelledByCinema ? 'Cancelled by the cinema' : 'Cancelled'}
              {booking.cancelledByCinema?.reason && (
                <span className="block text-sm font-normal text-ash">
                  {booking.cancelledByCinema.reason}
                </span>
              )}
            </p>
          )}
          <p className="mt-1 text-sm text-ash">
            {movie.genre} · {movie.duration} min
          </p>
        </div>
        <ShowDetails booking={booking} />
        {period !== 'past' && !booking.cancelled && (
          <div className="booking-card-actions">
            {link}
            <details className="booking-card-more">
              <summary>
                <span>More</span>
                <ChevronDown aria-hidden="true" className="size-4" />
              </summary>
              <div className="booking-card-more-actions">
                {actions}
                <PrintButton name={movie.name} />
              </div>
            </details>
          </div>
        )}
      </div>
      <Stub booking={booking} />
    </article>
  )
}

function ShowDetails({ booking }: { booking: Booking }) {
  const { showtimeId: showtime, seats, parkingSlots } = booking
  const startsAt = Date.parse(showtime.startTime)

  return (
    <dl>
      <Detail term="Date">
        <NearDate instant={showtime.startTime} />
      </Detail>
      <Detail term="Time">{formatTime(startsAt, siteSettings.timeZone)}</Detail>
      <Detail term="Screen">{showtime.screen || DEFAULT_SCREEN}</Detail>
      <Detail term="Seats">{seats.map(({ seatNumber }) => seatNumber).join(', ')}</Detail>
      {parkingSlots.length > 0 && <Detail term="Parking">{parkingSlots.map(Slot)}</Detail>}
    </dl>
  )
}

const Slot = ({ _id, type, slotNumber, vehicleNumber }: Booking['parkingSlots'][number]) => (
  <span key={_id} className="block">
    {slotNumber}{' '}
    <span className="text-sm font-normal text-ash">
      {[slotTypeName(type), vehicleNumber].filter(Boolean).join(' · ')}
    </span>
  </span>
)

function Stub({ booking }: { booking: Booking }) {
  const { bookingReference, paymentStatus, createdAt, phone } = booking
  const payment = paymentStatus === 'Paid' ? 'text-good' : 'text-wait'

  return (
    <dl className="booking-card-stub">
      <Detail term="Booking Reference" className="booking-card-reference text-brass-bright">
        {bookingReference}
      </Detail>
      <Amounts booking={booking} />
      <Detail term="Payment Status" className={payment}>
        {paymentStatus}
      </Detail>
      <Detail term="Booked On">{formatDate(Date.parse(createdAt), siteSettings.timeZone)}</Detail>
      {phone && <Detail term="Contact">{phone}</Detail>}
    </dl>
  )
}

/** After a refund: all that was paid, all that was given back, and the difference. It can contain a fee for cancelled places. */
function Amounts({ booking: { totalCost, refunded, cancelled } }: { booking: Booking }) {
  if (refunded === undefined) return <Detail term="Amount">{formatRupees(totalCost)}</Detail>
  return (
    <>
      <Detail term="Paid">{formatRupees(totalCost + refunded)}</Detail>
      <Detail term="Refunded">{formatRupees(refunded)}</Detail>
      {!cancelled && <Detail term="Total after Refunds">{formatRupees(totalCost)}</Detail>}
    </>
  )
}

/** Prints only this card. The print function of the browser prints all of them. */
function PrintButton({ name }: { name: string }) {
  const print = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const card = currentTarget.closest<HTMLElement>('.booking-card')
    card?.setAttribute('data-printing', '')
    // Not directly after print(): on phones it returns before the page is printed.
    window.addEventListener('afterprint', () => card?.removeAttribute('data-printing'), {
      once: true,
    })
    window.print()
  }

  return (
    <button
      type="button"
      onClick={print}
      aria-label={`Print the ticket for ${name}`}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-brass transition-colors hover:text-brass-bright print:hidden"
    >
      <Printer aria-hidden="true" className="size-4" />
      <span>Print</span>
    </button>
  )
}
