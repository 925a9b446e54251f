import type { Seat } from '@marquee/contract/seats/seats'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useShowMoved } from '#features/seat-selection/showtime/use-show-moved.ts'
import { type ChoosingOptions, useChoosing } from './choosing/use-choosing.ts'
import { TimeLeft } from './hold-timers/time-left.tsx'
import { OfflineNotice } from './live-indicator.tsx'
import { LossNotice } from './loss-notice.tsx'
import { ScreenViewPanel, SeatSection } from './seat-section.tsx'
import type { SelectionState } from './selection/use-selection.ts'

interface ColumnsProps {
  /** First on a narrow screen, at the top of the narrow column of a wide one. */
  header?: ReactNode
  main: ReactNode
  side?: ReactNode
}

/** The wide column of a seat screen and the one beside it. On narrow screens one is below the other. */
export const SeatColumns = ({ header, main, side }: ColumnsProps) => (
  <div className="flex flex-col gap-3 sm:gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:gap-x-8 lg:gap-y-6 short:gap-2">
    {header && <div className="lg:col-start-2">{header}</div>}
    <div className="grid min-w-0 grid-cols-1 content-start gap-3 sm:gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      {main}
    </div>
    {side && (
      <div
        className={`contents lg:sticky lg:top-24 lg:col-start-2 lg:grid lg:content-start lg:gap-4 lg:self-start ${header ? '' : 'lg:row-span-2'}`}
      >
        {side}
      </div>
    )}
  </div>
)

interface Props extends ChoosingOptions {
  showtimeId: string
  seats: Seat[]
  selection: SelectionState
  /** The show. */
  header?: ReactNode
  /** Above the seats. */
  notices?: ReactNode
  /** No seat can be chosen. */
  isOver?: boolean
  /** Below the seats. */
  children: ReactNode
  /** Beside the seats. It gets the time that is left, which wide screens show. */
  renderSummary: (timeLeft: ReactNode) => ReactNode
  /** Sticks to the bottom of a narrow screen. It gets the time that is left. */
  renderBar: (timeLeft: ReactNode) => ReactNode
}

/** What choosing seats and changing them have in common: the map with its tools and legend, what was lost, the summary and the bar. */
export function SeatScreenFrame(props: Props) {
  const { showtimeId, seats, selection, ownSeats, onNothingFits, isOver = false } = props
  const { header, notices, children, renderSummary, renderBar } = props
  const { holdUntilMs } = selection
  const choosing = useChoosing(seats, selection, { ownSeats, onNothingFits })
  useShowMoved(showtimeId)
  useFocusOnClose()
  return (
    <>
      <SeatColumns
        header={header}
        main={
          <>
            <LossNotice selection={selection} />
            {notices}
            <SeatSection
              showtimeId={showtimeId}
              seats={seats}
              selection={selection}
              choosing={choosing}
              ownSeats={ownSeats}
              isOver={isOver}
            />
            {children}
          </>
        }
        side={
          <>
            {renderSummary(
              <TimeLeft holdUntilMs={holdUntilMs} className="mt-4 text-center max-lg:hidden" />,
            )}
            {renderBar(<TimeLeft holdUntilMs={holdUntilMs} />)}
            {!isOver && (
              <Suspense>
                <ScreenViewPanel
                  seats={seats}
                  seatId={choosing.viewedId}
                  className="panel px-5 max-lg:hidden"
                />
              </Suspense>
            )}
          </>
        }
      />
      <OfflineNotice />
    </>
  )
}

/**
 * When the seats make way for a notice, its heading comes into view and gets the focus. Not if the focus is on something
 * that stays, for example in the header.
 */
function useFocusOnClose() {
  useEffect(() => {
    const { href } = window.location
    return () =>
      void setTimeout(() => {
        // A navigation moves the focus itself.
        if (window.location.href === href) focusHeading()
      })
  }, [])
}

function focusHeading() {
  const { activeElement, body } = document
  if (activeElement !== body && !activeElement?.matches('main, :disabled')) return
  const heading = document.querySelector<HTMLElement>('h1[tabindex]')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'center' })
}
