import type { Seat } from '@marquee/contract/seats/seats'
import type { ReactNode } from 'react'
import { useShowMoved } from '#features/seat-selection/showtime/use-show-moved.ts'
import type { ChoosingOptions } from './choosing/use-choosing.ts'
import { TimeLeft } from './hold-timers/time-left.tsx'
import { OfflineNotice } from './live-indicator.tsx'
import { LossNotice } from './loss-notice.tsx'
import { SeatSection } from './seat-section.tsx'
import type { SelectionState } from './selection/use-selection.ts'
import { useFocusOnClose } from './use-focus-on-close.ts'

interface ColumnsProps {
  main: ReactNode
  side?: ReactNode
}

/** The wide column of a seat screen and the one beside it. On narrow screens one is below the other. */
export const SeatColumns = ({ main, side }: ColumnsProps) => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
    <div className="grid min-w-0 grid-cols-1 content-start gap-4 sm:gap-6 short:gap-2">{main}</div>
    {side && (
      <div className="grid grid-cols-1 content-start gap-6 lg:sticky lg:top-24 lg:self-start">
        {side}
      </div>
    )}
  </div>
)

interface Props extends ChoosingOptions {
  showtimeId: string
  seats: Seat[]
  selection: SelectionState
  /** Above the notice of lost seats. */
  header?: ReactNode
  /** Above the seats. */
  notices?: ReactNode
  /** Below the seats. */
  children: ReactNode
  /** Beside the seats. It gets the time that is left, which wide screens show. */
  renderSummary: (timeLeft: ReactNode) => ReactNode
  /** Sticks to the bottom of a narrow screen. It gets the time that is left. */
  renderBar: (timeLeft: ReactNode) => ReactNode
}

/** What choosing seats and changing them have in common: the map with its tools and legend, what was lost, the summary and the bar. */
export function SeatScreenFrame(props: Props) {
  const { showtimeId, seats, selection, ownSeats, onNothingFits } = props
  const { header, notices, children, renderSummary, renderBar } = props
  const { holdUntilMs } = selection
  useShowMoved(showtimeId)
  useFocusOnClose()
  return (
    <>
      <SeatColumns
        main={
          <>
            {header}
            <LossNotice selection={selection} />
            {notices}
            <SeatSection
              showtimeId={showtimeId}
              seats={seats}
              selection={selection}
              ownSeats={ownSeats}
              onNothingFits={onNothingFits}
            />
            {children}
          </>
        }
        side={renderSummary(
          <TimeLeft holdUntilMs={holdUntilMs} className="mt-4 text-center max-lg:hidden" />,
        )}
      />
      <OfflineNotice />
      {renderBar(<TimeLeft holdUntilMs={holdUntilMs} />)}
    </>
  )
}
