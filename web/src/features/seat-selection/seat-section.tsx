import type { Seat } from '@marquee/contract/seats/seats'
import { SeatLegend } from '@marquee/ui-kit/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/ui-kit/seat-map/seat-map.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { lazy, Suspense, useState } from 'react'
import type { OwnSeats } from '#features/seat-selection/choosing/own-seats.ts'
import {
  type ChoosingOptions,
  useChoosing,
} from '#features/seat-selection/choosing/use-choosing.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { SeatList } from './seat-list.tsx'
import './seat-section.css'

const APPEARANCES = [
  ['available', 'Available'],
  ['selected', 'Selected'],
  ['held', 'Held'],
  ['sold', 'Sold'],
] as const

const WITH_FRIENDS = [
  ...APPEARANCES.slice(0, 2),
  ['friend', 'Friends'] as const,
  ...APPEARANCES.slice(2),
]

const WITH_OWN_SEATS = [
  ['own', 'Yours'],
  ['given-back', 'Given back'],
  APPEARANCES[0],
  ['selected', 'New'],
  ...APPEARANCES.slice(2),
] as const

const SeatTools = lazy(async () => ({
  default: (await import('./choosing/seat-tools.tsx')).SeatTools,
}))
const ScreenViewPanel = lazy(async () => ({
  default: (await import('./choosing/screen-view-panel.tsx')).ScreenViewPanel,
}))

interface Props extends ChoosingOptions {
  showtimeId: string
  seats: Seat[]
  selection: SelectionState
}

/** The seats as a map or as a list, with the legend and the connection status. */
export function SeatSection({ showtimeId, seats, selection, ownSeats, onNothingFits }: Props) {
  const [asList, setAsList] = useState(false)
  const choosing = useChoosing(seats, selection, { ownSeats, onNothingFits })
  const { isAccessible, pointedId } = choosing
  const hasProtected = seats.some(({ protected: isProtected }) => isProtected)
  const accessible = isAccessible ? 'available' : hasProtected ? 'protected' : undefined
  const viewedId = pointedId ?? selection.seats.at(-1)?._id

  return (
    <section
      aria-labelledby="seats"
      data-accessible={isAccessible || undefined}
      className="seat-section panel min-w-0 py-4 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:py-7 short:py-3"
    >
      <div className="seat-heading flex flex-wrap items-start justify-between gap-x-4 gap-y-1 short:contents">
        <div className="flex flex-auto basis-44 flex-wrap items-baseline gap-x-5 gap-y-1">
          <h2 id="seats" className="text-lg sm:text-xl short:text-lg">
            Choose Your Seats
          </h2>
          <LiveIndicator />
        </div>
        <button
          type="button"
          onClick={() => setAsList(!asList)}
          className="list-toggle -my-1.5 min-h-11 short:order-1 short:justify-self-start font-semibold text-brass underline underline-offset-4 transition-colors hover:text-brass-bright"
        >
          {asList ? 'Show the map' : 'Choose from a list'}
        </button>
      </div>
      <Suspense fallback={<div className="seat-tools h-11" />}>
        <SeatTools
          seats={seats}
          party={choosing.party}
          usualSize={ownSeats && (ownSeats.givenBackIds.length || ownSeats.seatIds.length)}
          isAccessible={isAccessible}
          isBusy={selection.isHoldingSeats}
          closed={selection.closed}
          onParty={choosing.setParty}
          onAccessible={choosing.chooseAccessible}
          onBest={choosing.chooseBest}
        />
      </Suspense>
      <SeatLegend appearances={legendOf(selection, ownSeats)} accessLegend={accessible} />
      {asList ? (
        <SeatList seats={seats} view={choosing.view} onToggle={choosing.toggle} />
      ) : (
        <SeatMap
          seats={seats}
          view={choosing.view}
          onToggle={choosing.choose}
          onPoint={choosing.setPointedId}
          noteOf={choosing.noteOf}
          onZoomedIn={() => notify('Tap again to choose', { kind: 'zoom' })}
          refusal={selection.refusal}
        />
      )}
      {!asList && (
        <Suspense fallback={<div className="screen-view" />}>
          <ScreenViewPanel seats={seats} seatId={viewedId} />
        </Suspense>
      )}
      <div className="short:order-1">
        <RefreshButton showtimeId={showtimeId} />
      </div>
    </section>
  )
}

function legendOf({ friends }: SelectionState, ownSeats: OwnSeats | undefined) {
  if (ownSeats && ownSeats.seatIds.length > 0) return WITH_OWN_SEATS
  return friends.seats.length > 0 ? WITH_FRIENDS : APPEARANCES
}
