import { countOf } from '@marquee/contract/text/count'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { bookingPath } from '#lib/access.ts'

interface Contact {
  reference: string
  name: string | null
  phone: string | null
}

interface Props<C extends Contact> {
  /** What staff must do: `Tell`. */
  verb: string
  bookings: readonly C[]
  /** Below the name. */
  noteOf?: (booking: C) => ReactNode
}

/** The bookings that no email of the server reaches. Shows nothing if there are none. */
export function ContactList<C extends Contact>({ verb, bookings, noteOf }: Props<C>) {
  const headingId = useId()
  if (bookings.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="text-sm">
      <h3 id={headingId} className="font-semibold">
        {verb} {countOf(bookings.length, 'booking')} yourself
      </h3>
      <ul className="max-h-48 overflow-y-auto">
        {bookings.map((booking) => (
          <li key={booking.reference} className="border-t border-rule py-1.5">
            <Link to={bookingPath(booking.reference)} className="tabular font-semibold text-link">
              {booking.reference}
            </Link>{' '}
            {[booking.name, booking.phone].filter(Boolean).join(', ')}
            {noteOf && <span className="block text-ash">{noteOf(booking)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
