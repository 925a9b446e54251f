import './ticket.css'
import { formatRupees } from '@marquee/contract/text/money'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { formatTime } from '@marquee/contract/time'
import { useWakeLock } from '@marquee/ui-kit/lib/use-wake-lock.ts'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useState } from 'react'
import { PassCard } from '#features/tickets/passes/pass-card.tsx'
import { bookingHeadingId } from '#lib/booking-heading.ts'
import { NearDateTime } from '#lib/date-time.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import { useConnectionProblem } from '#lib/socket/use-connection-problem.ts'
import {
  type BookingPass,
  type Passes,
  seatsOf,
  type Ticket,
  type TicketWithPasses,
} from './ticket.ts'
import { TicketBand } from './ticket-band.tsx'
import { TicketFacts } from './ticket-facts.tsx'

interface Props extends TicketWithPasses {
  poster: ReactNode
  /** Where the cinema is. */
  address: ReactNode
  actions: ReactNode
  /** What the visitor should read first. */
  message: ReactNode
  /** The server could not be asked: the ticket is from this device. */
  isStored: boolean
}

/** The ticket of a booking, for its owner. */
export function TicketView({ ticket, passes, poster, address, actions, message, isStored }: Props) {
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
      <div className="px-4 pt-6 empty:hidden md:px-8">{message}</div>
      <div className="ticket-page-columns">
        <div className="grid gap-4">
          {ticket.cancellation && <CancelledTicket ticket={ticket} {...ticket.cancellation} />}
          {pass && (
            <PassCard
              show={ticket}
              seats={seatsOf(ticket, pass)}
              token={pass.token}
              reference={ticket.reference}
              message={<AdmittedMessage passes={passes} total={ticket.seats.length} />}
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
          {!ticket.cancellation && <TicketFacts show={ticket} slots={ticket.slots} />}
          {actions}
          {address}
        </div>
      </div>
    </article>
  )
}

type CancelledProps = { ticket: Ticket } & NonNullable<Ticket['cancellation']>

/** Instead of the pass: which booking was cancelled, by whom, why, and what was refunded. */
function CancelledTicket({ ticket, isByCinema, reason, refunded }: CancelledProps) {
  return (
    <div className="panel grid gap-2 px-6 py-10 text-center wrap-anywhere">
      <p className="title text-xl text-wait">This booking is cancelled</p>
      <p className="text-ash">
        <NearDateTime instant={ticket.startTime} /> · {ticket.seats.join(', ')}
      </p>
      {isByCinema && (
        <p>
          {reason
            ? 'The cinema has cancelled this show.'
            : 'The cinema has cancelled this booking.'}
        </p>
      )}
      {reason && <p>Reason: {reason}</p>}
      <p>
        {refunded > 0 ? `You have been refunded ${formatRupees(refunded)}.` : 'There is no refund.'}
      </p>
      <p className="text-ash">Its tickets are no longer valid.</p>
    </div>
  )
}

interface AdmittedProps {
  passes: Pick<Passes, 'admitted' | 'admittedAt'>
  /** How many people the booking admits. */
  total: number
}

/** Appears when the ticket has been scanned at the door. */
function AdmittedMessage({ passes: { admitted, admittedAt }, total }: AdmittedProps) {
  return (
    <div role="status">
      {admitted > 0 && admittedAt && (
        <p className="pass-admitted">
          <Check aria-hidden="true" className="size-6 shrink-0" />
          <span>
            {admitted < total && `${admitted} of ${total} `}
            {admitted < total ? 'admitted' : 'Admitted'} at{' '}
            {formatTime(Date.parse(admittedAt), siteSettings.timeZone)}
          </span>
        </p>
      )}
    </div>
  )
}

interface PassPickerProps {
  passes: BookingPass[]
  /** The number of the pass that is shown. */
  selected: number
  onSelect: (number: number) => void
}

/** Chooses the pass of the whole party or of one seat. */
function PassPicker({ passes, selected, onSelect }: PassPickerProps) {
  return (
    <fieldset className="print:hidden">
      <legend className="mb-2 text-sm text-ash">
        Someone coming later? Show or share one seat.
      </legend>
      <div className="flex flex-wrap gap-2">
        {passes.map(({ number, label }) => (
          <button
            key={number}
            type="button"
            aria-pressed={number === selected}
            onClick={() => onSelect(number)}
            className="tabular min-h-11 min-w-14 rounded border border-brass/50 px-3 font-semibold text-brass transition-colors hover:border-brass-bright hover:text-brass-bright aria-pressed:border-brass aria-pressed:bg-brass aria-pressed:text-ink"
          >
            {number === BOOKING_PASS ? 'Everyone' : label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
