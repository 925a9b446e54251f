import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingFacts } from './booking-facts.tsx'
import { BookingHistory } from './booking-history.tsx'
import { BookingNotes } from './booking-notes.tsx'
import { useBooking } from './bookings.queries.ts'

/** Everything about one booking, and what staff can do with it. */
export function BookingPanel({ reference }: { reference: string }) {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useBooking(reference)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} className="h-8" />

  const { booking, history, notes } = data
  return (
    <article aria-label={`Booking ${reference}`} className="grid gap-5">
      <header>
        <h2 className="tabular text-lg">{booking.reference}</h2>
        <p className="font-semibold">{booking.movie.name}</p>
        <p className="text-ash">
          {dateTimeOf(booking.showtime.startTime, timeZone)} · {booking.showtime.screen}
        </p>
      </header>
      <BookingFacts booking={booking} />
      <BookingActions booking={booking} />
      <BookingNotes reference={reference} notes={notes} />
      <BookingHistory history={history} />
    </article>
  )
}
