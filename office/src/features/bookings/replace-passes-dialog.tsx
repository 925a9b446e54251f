import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { useReplacePasses } from './bookings.queries.ts'

interface Props {
  booking: StaffBooking
  onClose: () => void
  onReplaced: (passes: StaffPass[]) => void
}

/** Asks before the tickets of a booking are made void. */
export function ReplacePassesDialog({ booking, onClose, onReplaced }: Props) {
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
