import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { createShareLink, ShareOptions } from '#features/tickets/passes/share-options.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { TICKET_ACTION } from './action-style.ts'
import { usePasses } from './ticket.queries.ts'
import { type TicketFile, useTicketFile } from './ticket-files.ts'

interface Props {
  userId: string
  reference: string
  movie: string
  /** ISO 8601. */
  startTime: string
}

/** Calendar, PDF and sharing. */
export function TicketActions({ userId, reference, movie, startTime }: Props) {
  const { mutate, isPending, variables } = useTicketFile(userId, reference)
  const [isSharing, setSharing] = useState(false)
  const fileButton = (file: TicketFile) => ({
    type: 'button' as const,
    className: TICKET_ACTION,
    disabled: isPending && variables === file,
    onClick: () => mutate(file),
  })

  return (
    <>
      <button {...fileButton('bookingCalendar')}>
        <CalendarPlus aria-hidden="true" className="size-4" />
        <span>Add to Calendar</span>
      </button>
      <button {...fileButton('bookingPdf')}>
        <Download aria-hidden="true" className="size-4" />
        <span>Download PDF</span>
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        className={TICKET_ACTION}
        onClick={() => setSharing(true)}
      >
        <Share2 aria-hidden="true" className="size-4" />
        <span>Share</span>
      </button>
      {isSharing && (
        <ShareDialog
          userId={userId}
          reference={reference}
          movie={movie}
          startTime={startTime}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  )
}

interface ShareDialogProps {
  userId: string
  reference: string
  movie: string
  /** ISO 8601. */
  startTime: string
  onClose: () => void
}

/** Shares the pass of one seat. */
function ShareDialog({ userId, reference, onClose, ...show }: ShareDialogProps) {
  const { data, error } = usePasses(userId, reference)
  const seatPasses = data?.passes.filter(({ number }) => number !== BOOKING_PASS)

  return (
    <Dialog
      title="Share a seat"
      text="Anyone with the link can use the seat. The link shows nothing about you."
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="mt-5">
        {seatPasses?.map(({ number, label, token }) => (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-brass/20 py-1"
          >
            <span className="tabular text-lg font-semibold">{label}</span>
            <span className="flex flex-wrap gap-x-6">
              <ShareOptions
                label={`seat ${label}`}
                link={createShareLink({ ...show, label: `Seat ${label}`, token })}
              />
            </span>
          </li>
        ))}
      </ul>
      {!data && (error ? <ErrorText>{error.message}</ErrorText> : <p role="status">Loading...</p>)}
    </Dialog>
  )
}
