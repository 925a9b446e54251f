import './ticket.css'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { useWakeLock } from '@marquee/ui-kit/lib/use-wake-lock.ts'
import { type ReactNode, useState } from 'react'
import { AdmittedNotice } from '#features/tickets/passes/admitted-notice.tsx'
import { PassCard } from '#features/tickets/passes/pass-card.tsx'
import { PassPicker } from '#features/tickets/passes/pass-picker.tsx'
import { bookingHeadingId } from '#lib/booking-heading.ts'
import { useConnectionProblem } from '#lib/socket/use-connection-problem.ts'
import { CancelledTicket } from './cancelled-ticket.tsx'
import { ShowFacts } from './show-facts.tsx'
import { seatsOf, type TicketWithPasses } from './ticket.ts'
import { TicketBand } from './ticket-band.tsx'

interface Props extends TicketWithPasses {
  poster: ReactNode
  /** Where the cinema is. */
  address: ReactNode
  actions: ReactNode
  /** What the visitor should read first. */
  notice: ReactNode
  /** The server could not be asked: the ticket is from this device. */
  isStored: boolean
}

/** The ticket of a booking, for its owner. */
export function TicketView({ ticket, passes, poster, address, actions, notice, isStored }: Props) {
  const [selected, setSelected] = useState(BOOKING_PASS)
  const pass = passes.passes.find(({ number }) => number === selected) ?? passes.passes[0]
  const problem = useConnectionProblem()
  useWakeLock()

  return (
    <article aria-label={`Ticket for ${ticket.movie.name}`} className="ticket-page">
      <TicketBand
        movie={ticket.movie}
        poster={poster}
        headingId={bookingHeadingId(ticket.reference)}
      />
      <div className="px-4 pt-6 empty:hidden md:px-8">{notice}</div>
      <div className="ticket-page-columns">
        <div className="grid gap-4">
          {ticket.cancellation && <CancelledTicket ticket={ticket} {...ticket.cancellation} />}
          {pass && (
            <PassCard
              show={ticket}
              seats={seatsOf(ticket, pass)}
              token={pass.token}
              reference={ticket.reference}
              notice={<AdmittedNotice passes={passes} total={ticket.seats.length} />}
            />
          )}
          {pass && ticket.seats.length > 1 && (
            <PassPicker passes={passes.passes} selected={selected} onSelect={setSelected} />
          )}
        </div>
        <div className="ticket-page-details">
          {isStored && (
            <p role="status" className="text-sm text-wait">
              {problem} This ticket is saved on this device.
            </p>
          )}
          {!ticket.cancellation && <ShowFacts show={ticket} slots={ticket.slots} />}
          {actions}
          {address}
        </div>
      </div>
    </article>
  )
}
