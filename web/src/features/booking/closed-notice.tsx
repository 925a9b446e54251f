import { bookingWindow, type Showtime } from '@marquee/contract/showtimes'
import { useNow } from '#lib/clock.ts'

const CHECK_MS = 10_000

/** Said above the hall when nothing more can be held there. */
export function ClosedNotice({ showtime }: { showtime: Showtime }) {
  const window = bookingWindow(showtime, useNow(CHECK_MS))
  if (window.open) return null
  return (
    <p role="status" className="rounded border border-wait/50 px-4 py-3 text-center text-wait">
      {window.message}
    </p>
  )
}
