import { useNow } from '@marquee/browser/clock.ts'
import { getBookingWindow } from '@marquee/contract/booking-window'
import type { Booking } from '@marquee/contract/bookings'
import { changeSeatsPath } from '@marquee/contract/pages'
import PencilLine from 'lucide-react/icons/pencil-line'
import { Link } from 'react-router'

const CLOCK_MS = 10_000

/** Not shown when booking has closed. */
export function ChangeSeatsLink({ booking, className }: { booking: Booking; className: string }) {
  const now = useNow(CLOCK_MS)
  const { showtimeId, bookingReference } = booking
  if (!getBookingWindow(showtimeId, now).open) return null
  return (
    <Link to={changeSeatsPath(bookingReference)} className={className}>
      <PencilLine aria-hidden="true" className="size-4" /> Change
    </Link>
  )
}
