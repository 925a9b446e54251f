import './booking-card.css'
import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { Detail } from '#ui/detail.tsx'

/** Tickets without their values, of the size of booking cards, so that the layout does not shift. Hidden while a `peer` before them has content. */
export function BookingSkeletons() {
  return (
    <div className="peer-[:not(:empty)]:hidden">
      <p role="status" className="mb-4 text-sm font-medium text-brass">
        Loading bookings...
      </p>
      <div aria-hidden="true" className="grid gap-10">
        <CardSkeleton period="next" />
        <CardSkeleton period="upcoming" />
      </div>
    </div>
  )
}

const CardSkeleton = ({ period }: { period: 'next' | 'upcoming' }) => (
  <div className="booking-card" data-period={period}>
    <div className="booking-card-main">
      <div className="booking-card-poster">
        <Skeleton className="aspect-2/3 size-full" />
      </div>
      <div className="booking-card-name grid gap-2">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-4 w-4/5 max-w-60" />
      </div>
      <Values terms={['Date', 'Time', 'Screen', 'Seats']} />
      <div className="booking-card-actions">
        <Skeleton className="h-11 sm:w-37" />
        <div className="h-11" />
      </div>
    </div>
    <Values
      className="booking-card-stub"
      terms={['Booking Reference', 'Amount', 'Payment Status', 'Booked On', 'Contact']}
    />
  </div>
)

const Values = ({ terms, className = '' }: { terms: string[]; className?: string }) => (
  <dl className={className}>
    {terms.map((term) => (
      <Detail key={term} term={term}>
        <Skeleton className="my-1 h-4.5 w-16" />
      </Detail>
    ))}
  </dl>
)
