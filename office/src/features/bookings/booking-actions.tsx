import type { StaffBooking } from '@marquee/contract/office/bookings'
import Ban from 'lucide-react/icons/ban'
import Mail from 'lucide-react/icons/mail'
import PenLine from 'lucide-react/icons/pen-line'
import QrIcon from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { TicketPasses } from '#tickets/ticket-passes.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useReprintPasses, useResendMail } from './bookings.queries.ts'
import { CancelBookingDialog } from './cancel-booking-dialog.tsx'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'

/** Show or print the tickets again, send the email again or to another address, cancel. A cancelled booking has no tickets. */
export function BookingActions({ booking }: { booking: StaffBooking }) {
  const { reference, contact } = booking
  const resend = useResendMail(reference)
  const reprint = useReprintPasses(reference)
  const [isCancelling, setCancelling] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      {!booking.cancelled && (
        <Button variant="secondary" busy={reprint.isPending} onClick={() => reprint.mutate()}>
          <QrIcon aria-hidden="true" className="size-5" /> Tickets
        </Button>
      )}
      <Button
        variant="secondary"
        busy={resend.isPending}
        disabled={contact.email === null}
        title={contact.email === null ? 'The booking has no email' : undefined}
        onClick={() => resend.mutate()}
      >
        <Mail aria-hidden="true" className="size-5" /> Send email again
      </Button>
      <Button variant="secondary" onClick={() => setCorrecting(true)}>
        <PenLine aria-hidden="true" className="size-5" /> Correct email…
      </Button>
      {!booking.cancelled && (
        <Button variant="danger" onClick={() => setCancelling(true)}>
          <Ban aria-hidden="true" className="size-5" /> Cancel booking…
        </Button>
      )}
      {isCorrecting && (
        <CorrectEmailDialog booking={booking} onClose={() => setCorrecting(false)} />
      )}
      {isCancelling && (
        <CancelBookingDialog booking={booking} onClose={() => setCancelling(false)} />
      )}
      {reprint.data && (
        <Dialog title={`Tickets of ${reference}`} onClose={() => reprint.reset()}>
          <TicketPasses booking={booking} passes={reprint.data.passes} />
        </Dialog>
      )}
    </div>
  )
}
