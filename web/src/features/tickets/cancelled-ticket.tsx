import { formatRupees } from '@marquee/contract/text/money'
import { DateTime } from '#lib/date-time.tsx'
import type { Ticket } from './ticket.ts'

type Props = { ticket: Ticket } & NonNullable<Ticket['cancellation']>

/** Instead of the pass: which booking was cancelled, by whom, why, and what was refunded. */
export function CancelledTicket({ ticket, isByCinema, reason, refunded }: Props) {
  return (
    <div className="panel grid gap-2 px-6 py-10 text-center wrap-anywhere">
      <p className="title text-xl text-wait">This booking is cancelled</p>
      <p className="text-ash">
        <DateTime instant={ticket.startTime} /> · {ticket.seats.join(', ')}
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
