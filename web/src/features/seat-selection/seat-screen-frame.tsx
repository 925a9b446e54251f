import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatTimeOfDay } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import {
  type ChoosingOptions,
  useChoosing,
} from '#features/seat-selection/choosing/use-choosing.ts'
import { TimeLeft } from '#features/seat-selection/hold-timers/time-left.tsx'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { useShowMoveEvent } from '#features/seat-selection/showtime/use-show-move-event.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { OfflineMessage } from './live-indicator.tsx'
import { ScreenViewPanel, SeatSection } from './seat-section.tsx'

const WaitingRoomPanel = lazy(async () => ({
  default: (await import('#features/seat-selection/waiting-room/waiting-room-panel.tsx'))
    .WaitingRoomPanel,
}))

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
  /** Undefined when signed out. */
  userId: string | undefined
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
  const { showtimeId, seats, selection, bookedSeats, onNothingFits, isOver = false } = props
  const { userId, header, notices, children, renderSummary, renderBar } = props
  const { holdUntilMs, waitingRoom, isWaiting } = selection
  const choosing = useChoosing(seats, selection, { bookedSeats, onNothingFits })
  useShowMoved(showtimeId)
  useFocusOnClose()
  const queue = waitingRoom && !isOver && (
    <Suspense fallback={<div className="panel queue-panel" />}>
      <WaitingRoomPanel
        showtimeId={showtimeId}
        room={waitingRoom}
        isSignedIn={userId !== undefined}
        areAllTaken={seats.every(({ status }) => status !== 'AVAILABLE')}
      />
    </Suspense>
  )
  return (
    <>
      <SeatColumns
        header={
          queue ? (
            <div className="grid gap-3 sm:gap-4">
              {header}
              {queue}
            </div>
          ) : (
            header
          )
        }
        main={
          <>
            <LossMessage selection={selection} />
            {notices}
            <SeatSection
              showtimeId={showtimeId}
              seats={seats}
              selection={selection}
              choosing={choosing}
              bookedSeats={bookedSeats}
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
            {!(isOver || (isWaiting && choosing.viewedId === undefined)) && (
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
      <OfflineMessage />
    </>
  )
}

/**
 * When the seats make way for a message, its heading comes into view and gets the focus. Not if the focus is on something
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

interface LossMessageProps {
  selection: Pick<
    SelectionState,
    'lost' | 'canHold' | 'isHoldingSeats' | 'takeAgain' | 'dismissLosses'
  >
}

/** Says which places were lost when the hold ended, and offers to take them again, or the nearest equal seats. */
function LossMessage({ selection }: LossMessageProps) {
  const { lost, canHold, isHoldingSeats, takeAgain, dismissLosses } = selection
  const message = useRef<HTMLDivElement>(null)
  const isShown = lost !== undefined
  // It appears above the map, which a visitor may have scrolled.
  useEffect(() => {
    if (isShown) message.current?.scrollIntoView({ block: 'center' })
  }, [isShown])

  if (!lost) return null
  const { offer } = lost
  const canTake = canHold && offer.seats.length + offer.slots.length > 0
  return (
    <div ref={message} className="rounded border border-wait/50 px-5 py-4">
      <div role="status">
        <p className="title text-lg text-wait">What Happened</p>
        <p className="tabular text-ash">{lossText(lost)}</p>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {canTake && (
          <Button busy={isHoldingSeats} onClick={() => void takeAgain(lost)}>
            {offerText(lost)}
          </Button>
        )}
        <Button variant="secondary" onClick={dismissLosses}>
          OK
        </Button>
      </div>
    </div>
  )
}

type Lost = NonNullable<SelectionState['lost']>

/** "Your hold ended at 2:03:10 PM. You had chosen H6, H7. H7 is no longer free." */
function lossText({ endedAt, seats, slots, gone }: Lost) {
  const goneText = `${namesOf(gone)} ${gone.length === 1 ? 'is' : 'are'} no longer free.`
  return [
    endedAt !== undefined &&
      `Your hold ended at ${formatTimeOfDay(endedAt, siteSettings.timeZone)}.`,
    `You had chosen ${namesOf([...seats, ...slots])}.`,
    gone.length > 0 && goneText,
  ]
    .filter(Boolean)
    .join(' ')
}

function offerText({ seats, slots, gone, offer }: Lost) {
  if (gone.length > 0) return `Take ${namesOf([...offer.seats, ...offer.slots])}`
  return seats.length + slots.length === 1 ? 'Take It Again' : 'Take Them Again'
}

const namesOf = (places: readonly (Seat | ParkingSlot)[]) =>
  places.map((place) => ('seatNumber' in place ? place.seatNumber : place.slotNumber)).join(', ')

/** Explains that the cinema has moved the show. The places follow by their revision. */
function useShowMoved(showtimeId: string) {
  const openDialog = useDialog()
  useShowMoveEvent(showtimeId, () => {
    void openDialog({
      title: 'Show Moved',
      text: 'This show has a new screen or time, so your selection was cleared. Please check them and choose again.',
    })
  })
}
