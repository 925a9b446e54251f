import {
  correctEmail,
  replaceBookingPasses,
  reprintPasses,
  resendMail,
  type StaffBooking,
  type StaffPass,
} from '@marquee/contract/office/bookings'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import Armchair from 'lucide-react/icons/armchair'
import Ban from 'lucide-react/icons/ban'
import Mail from 'lucide-react/icons/mail'
import PenLine from 'lucide-react/icons/pen-line'
import QrIcon from 'lucide-react/icons/qr-code'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { refetchBookings } from '#lib/bookings.queries.ts'
import { TicketPasses } from '#tickets/ticket-passes.tsx'
import { CancelBookingDialog } from './cancel-booking-dialog.tsx'
import { ExchangeSeatsDialog } from './exchange-seats-dialog.tsx'

const useResendMail = (reference: string) =>
  useMutation({
    mutationFn: () => call(resendMail, { params: { reference } }),
    onSuccess: async ({ message }) => {
      notify(message)
      await refetchBookings()
    },
    onError: ({ message }) => notify(message),
  })

const useCorrectEmail = (reference: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (email: string) => call(correctEmail, { params: { reference }, body: { email } }),
    onSuccess: async ({ message }) => {
      notify(message)
      onSuccess()
      await refetchBookings()
    },
  })

const useReprintPasses = (reference: string, onSuccess: (passes: StaffPass[]) => void) =>
  useMutation({
    mutationFn: () => call(reprintPasses, { params: { reference } }),
    onSuccess: async ({ passes }) => {
      onSuccess(passes)
      await refetchBookings()
    },
    onError: ({ message }) => notify(message),
  })

const useReplacePasses = (reference: string, onSuccess: (passes: StaffPass[]) => void) =>
  useMutation({
    mutationFn: () => call(replaceBookingPasses, { params: { reference } }),
    onSuccess: async ({ passes }) => {
      onSuccess(passes)
      await refetchBookings()
    },
    onError: ({ message }) => notify(message),
  })

/** Show or print the tickets again, send the email again or to another address, replace the tickets, cancel. A cancelled booking has no tickets. */
export function BookingActions({ booking }: { booking: StaffBooking }) {
  const { reference, contact } = booking
  const resend = useResendMail(reference)
  const [passes, setPasses] = useState<StaffPass[]>()
  const reprint = useReprintPasses(reference, setPasses)
  const [openDialog, setOpenDialog] = useState<'cancel' | 'correct' | 'exchange' | 'replace'>()
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
          <Button variant="secondary" onClick={() => setOpenDialog('exchange')}>
            <Armchair aria-hidden="true" className="size-5" />
            <span>Change seats…</span>
          </Button>
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
      {openDialog === 'exchange' && <ExchangeSeatsDialog booking={booking} onClose={closeDialog} />}
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

interface CorrectEmailDialogProps {
  booking: StaffBooking
  onClose: () => void
}

/** Corrects the address of a booking and sends its emails there. */
function CorrectEmailDialog({ booking: { reference, contact }, onClose }: CorrectEmailDialogProps) {
  const { register, handleSubmit, watch } = useForm({
    defaultValues: { email: contact.email ?? '' },
  })
  const correct = useCorrectEmail(reference, onClose)
  return (
    <Dialog
      title={`Email of ${reference}`}
      text="Emails about this booking go to this address from now on. What was not delivered is sent at once."
      isBusy={correct.isPending}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={handleSubmit(({ email }) => correct.mutate(email))}
        className="grid gap-4"
      >
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          error={correct.error?.message}
          {...register('email')}
        />
        <Button type="submit" busy={correct.isPending} disabled={watch('email').trim() === ''}>
          Save and send
        </Button>
      </form>
    </Dialog>
  )
}

interface ReplacePassesDialogProps {
  booking: StaffBooking
  onClose: () => void
  onReplaced: (passes: StaffPass[]) => void
}

/** Asks before the tickets of a booking are made void. */
function ReplacePassesDialog({ booking, onClose, onReplaced }: ReplacePassesDialogProps) {
  const { mutate, isPending } = useReplacePasses(booking.reference, onReplaced)
  return (
    <Dialog
      title={`Replace passes of ${booking.reference}?`}
      text={
        booking.contact.email === null
          ? 'All tickets of the booking get new codes. The old ones no longer work, so please give the new ones to the visitor.'
          : 'All tickets of the booking get new codes. The old ones no longer work. The visitor gets the new ones by email.'
      }
      isBusy={isPending}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-2">
        <Button busy={isPending} onClick={() => mutate()}>
          Replace passes
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onClose}>
          Keep
        </Button>
      </div>
    </Dialog>
  )
}
