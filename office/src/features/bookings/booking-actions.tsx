import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import Ban from 'lucide-react/icons/ban'
import Mail from 'lucide-react/icons/mail'
import PenLine from 'lucide-react/icons/pen-line'
import QrIcon from 'lucide-react/icons/qr-code'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { TicketPasses } from '#tickets/ticket-passes.tsx'
import { useReprintPasses, useResendMail } from './bookings.queries.ts'
import { CancelBookingDialog } from './cancel-booking-dialog.tsx'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'
import { ReplacePassesDialog } from './replace-passes-dialog.tsx'

/** Show or print the tickets again, send the email again or to another address, replace the tickets, cancel. A cancelled booking has no tickets. */
export function BookingActions({ booking }: { booking: StaffBooking }) {
  const { reference, contact } = booking
  const resend = useResendMail(reference)
  const [passes, setPasses] = useState<StaffPass[]>()
  const reprint = useReprintPasses(reference, setPasses)
  const [openDialog, setOpenDialog] = useState<'cancel' | 'correct' | 'replace'>()
  const closeDialog = () => setOpenDialog(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {!booking.cancelled && (
        <Button variant="secondary" busy={reprint.isPending} onClick={() => reprint.mutate()}>
          <QrIcon aria-hidden="true" className="size-5" />
          <span>Tickets</span>
        </Button>
      )}
      <Button
        variant="secondary"
        busy={resend.isPending}
        disabled={contact.email === null}
        title={contact.email === null ? 'The booking has no email' : undefined}
        onClick={() => resend.mutate()}
      >
        <Mail aria-hidden="true" className="size-5" />
        <span>Send email again</span>
      </Button>
      <Button variant="secondary" onClick={() => setOpenDialog('correct')}>
        <PenLine aria-hidden="true" className="size-5" />
        <span>Correct email…</span>
      </Button>
      {!booking.cancelled && (
        <>
          <Button variant="secondary" onClick={() => setOpenDialog('replace')}>
            <RefreshCw aria-hidden="true" className="size-5" />
            <span>Replace passes…</span>
          </Button>
          <Button variant="danger" onClick={() => setOpenDialog('cancel')}>
            <Ban aria-hidden="true" className="size-5" />
            <span>Cancel booking…</span>
          </Button>
        </>
      )}
      {openDialog === 'correct' && <CorrectEmailDialog booking={booking} onClose={closeDialog} />}
      {openDialog === 'cancel' && <CancelBookingDialog booking={booking} onClose={closeDialog} />}
      {openDialog === 'replace' && (
        <ReplacePassesDialog
          booking={booking}
          onClose={closeDialog}
          onReplaced={(replaced) => {
            closeDialog()
            setPasses(replaced)
          }}
        />
      )}
      {passes && (
        <Dialog title={`Tickets of ${reference}`} onClose={() => setPasses(undefined)}>
          <TicketPasses booking={booking} passes={passes} />
        </Dialog>
      )}
    </div>
  )
}
