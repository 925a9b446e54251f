import type { Booking } from '@marquee/contract/bookings/bookings'
import CircleX from 'lucide-react/icons/circle-x'
import { useState } from 'react'
import { useHasStarted } from '#lib/show-progress.ts'
import { CancelDialog } from './cancel-dialog.tsx'

interface Props {
  userId: string
  booking: Booking
  className: string
  /** Called when places were cancelled. */
  onCancelled: () => void
}

/** Opens the dialog that cancels a booking or a part of it. Not after the start of the show. */
export function CancelBooking({ userId, booking, className, onCancelled }: Props) {
  const [isOpen, setOpen] = useState(false)
  const hasStarted = useHasStarted(booking.showtimeId.startTime)
  if (hasStarted) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        <CircleX aria-hidden="true" className="size-4" />
        <span>Cancel</span>
      </button>
      {isOpen && (
        <CancelDialog
          userId={userId}
          booking={booking}
          onCancelled={onCancelled}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
