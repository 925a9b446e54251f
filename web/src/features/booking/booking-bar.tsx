import { rupees } from '@marquee/contract/money'
import type { Seat } from '@marquee/contract/seats'
import type { ReactNode } from 'react'

interface Props {
  seats: Seat[]
  /** Rupees. */
  total: number
  timeLeft: ReactNode
  action: ReactNode
}

/** On a phone the essence of the summary stays in view, at the bottom. */
export function BookingBar({ seats, total, timeLeft, action }: Props) {
  return (
    <aside
      aria-label="Your booking"
      className="sticky bottom-0 z-20 -mx-4 mt-6 flex items-center justify-between gap-4 border-t border-brass/40 bg-velvet px-4 py-3 sm:-mx-8 sm:px-8 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <div className="min-w-0 leading-tight">
        <p className="tabular text-lg font-semibold text-brass-bright">{rupees(total)}</p>
        <p className="truncate text-sm">
          {seats.length === 0
            ? 'No seat yet'
            : seats.map(({ seatNumber }) => seatNumber).join(', ')}
        </p>
        {timeLeft}
      </div>
      {action}
    </aside>
  )
}
