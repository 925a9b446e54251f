import type { StaffBooking } from '@marquee/contract/office/bookings'
import Mail from 'lucide-react/icons/mail'
import QrIcon from 'lucide-react/icons/qr-code'
import { TicketPasses } from '#tickets/ticket-passes.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useReprintPasses, useResendMail } from './bookings.queries.ts'

/** Show or print the tickets again, send the mail again. A cancelled booking has no tickets. */
export function BookingActions({ booking }: { booking: StaffBooking }) {
  const { reference, contact } = booking
  const resend = useResendMail(reference)
  const reprint = useReprintPasses(reference)
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
        <Mail aria-hidden="true" className="size-5" /> Send mail again
      </Button>
      {reprint.data && (
        <Dialog title={`Tickets of ${reference}`} onClose={() => reprint.reset()}>
          <TicketPasses booking={booking} passes={reprint.data.passes} />
        </Dialog>
      )}
    </div>
  )
}
