import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Booking } from '@marquee/contract/bookings/bookings'
import { changeSeatsPath } from '@marquee/contract/pages'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import PencilLine from 'lucide-react/icons/pencil-line'
import { Link } from 'react-router'
import { useHasEnded } from '#lib/show-progress.ts'

const CLOCK_MS = 10_000

/** Seats and parking can be changed until booking closes, vehicle numbers until the vehicle arrives, which the server knows, or the show ends. */
export function ChangeSeatsLink({ booking, className }: { booking: Booking; className: string }) {
  const now = useNow(CLOCK_MS)
  const { showtimeId, bookingReference, parkingSlots } = booking
  const hasVehicles = !useHasEnded(booking) && parkingSlots.length > 0
  if (!hasVehicles && !getBookingWindow(showtimeId, now).open) return null
  return (
    <Link to={changeSeatsPath(bookingReference)} className={className}>
      <PencilLine aria-hidden="true" className="size-4" />
      <span>Change</span>
    </Link>
  )
}
