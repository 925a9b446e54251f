import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { ShareDialog } from '#features/tickets/passes/share-dialog.tsx'
import { ACTION } from './action-style.ts'
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
    className: ACTION,
    disabled: isPending && variables === file,
    onClick: () => mutate(file),
  })

  return (
    <>
      <button {...fileButton('bookingCalendar')}>
        <CalendarPlus aria-hidden="true" className="size-4" />
        <span>Add to calendar</span>
      </button>
      <button {...fileButton('bookingPdf')}>
        <Download aria-hidden="true" className="size-4" />
        <span>Download PDF</span>
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        className={ACTION}
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
