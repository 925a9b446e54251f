import { useNow } from '@marquee/browser/clock.ts'
import type { Booking } from '@marquee/contract/bookings'
import CircleX from 'lucide-react/icons/circle-x'
import { useState } from 'react'
import { CancelDialog } from './cancel-dialog.tsx'

const CLOCK_MS = 10_000

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
  const now = useNow(CLOCK_MS)
  if (now >= Date.parse(booking.showtimeId.startTime)) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        <CircleX aria-hidden="true" className="size-4" /> Cancel
      </button>
      {isOpen && (
        <CancelDialog {...{ userId, booking, onCancelled }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
