import { tiersOf } from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import { SeatLegend } from '@marquee/ui-kit/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/ui-kit/seat-map/seat-map.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { lazy, Suspense, useState } from 'react'
import { SeatTools } from '#features/seat-selection/choosing/seat-tools.tsx'
import type { BookedSeats, Choosing } from '#features/seat-selection/choosing/use-choosing.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { SeatList } from './seat-list.tsx'
import './seat-section.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markStale } from '#features/seat-selection/places/place-map.ts'
import { refetchPlaces, updateAllPlaces } from '#features/seat-selection/places/places.queries.ts'
import { announce } from '#ui/announcer.tsx'

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

const WITH_BOOKED_SEATS = [
  ['booked', 'Yours'],
  ['given-back', 'To change'],
  APPEARANCES[0],
  ['selected', 'New'],
  ...APPEARANCES.slice(2),
] as const

export const ScreenViewPanel = lazy(async () => ({
  default: (await import('#features/seat-selection/choosing/screen-view-panel.tsx'))
    .ScreenViewPanel,
}))

interface Props {
  showtimeId: string
  seats: Seat[]
  selection: SelectionState
  choosing: Choosing
  bookedSeats: BookedSeats | undefined
  /** No seat can be chosen: the map is dim, and the tools to choose are left out. */
  isOver: boolean
}

/** The seats as a map or as a list, with the tools to choose, the legend and the connection status. */
export function SeatSection(props: Props) {
  const { showtimeId, seats, selection, choosing, bookedSeats, isOver } = props
  const [asList, setAsList] = useState(false)
  const [isViewOpen, setViewOpen] = useState(false)
  const { isAccessible, viewedId } = choosing
  const { isWaiting } = selection
  const hasAccessible = seats.some(({ accessible }) => accessible)
  const hasProtected = seats.some(({ protected: isProtected }) => isProtected)
  const accessible = isAccessible ? 'available' : hasProtected ? 'protected' : undefined
  const viewed = seats.find(({ _id }) => _id === viewedId)

  return (
    <section
      aria-labelledby="seats"
      data-accessible={isAccessible || undefined}
      data-over={isOver || undefined}
      data-waiting={isWaiting || undefined}
      className="seat-section panel min-w-0 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <h2 id="seats" className="sr-only">
        Choose Your Seats
      </h2>
      {isWaiting && !isOver && (
        <p className="seat-tools flex min-h-11 items-center text-sm text-ash">
          You can choose when it is your turn.
        </p>
      )}
      {!(isOver || isWaiting) && (
        <SeatTools
          seats={seats}
          party={choosing.party}
          usualSize={bookedSeats && (bookedSeats.givenBackIds.length || bookedSeats.seatIds.length)}
          isBusy={selection.isHoldingSeats}
          closed={selection.closed}
          onParty={choosing.setParty}
          onBest={choosing.chooseBest}
        />
      )}
      {asList ? (
        <SeatList seats={seats} view={choosing.view} onToggle={choosing.toggle} />
      ) : (
        <SeatMap
          seats={seats}
          view={choosing.view}
          onToggle={choosing.choose}
          onPoint={choosing.setPointedId}
          noteOf={choosing.noteOf}
          onZoomedIn={() => !isWaiting && notify('Tap again to choose', { kind: 'zoom' })}
          refusal={selection.refusal}
          shown={choosing.shown}
          fitsHeight
        />
      )}
      <SeatLegend
        appearances={legendOf(selection, bookedSeats)}
        tiers={tiersOf(seats)}
        accessLegend={accessible}
      />
      <div className="flex flex-wrap items-center gap-x-5">
        {hasAccessible && (
          <button
            type="button"
            aria-pressed={isAccessible}
            onClick={() => choosing.chooseAccessible(!isAccessible)}
            className="text-button"
          >
            Accessible places
          </button>
        )}
        <button type="button" onClick={() => setAsList(!asList)} className="text-button">
          {asList ? 'Show the map' : isWaiting ? 'Show as a list' : 'Choose from a list'}
        </button>
        {viewed && (
          <button
            type="button"
            aria-expanded={isViewOpen}
            onClick={() => setViewOpen(!isViewOpen)}
            className="text-button lg:hidden"
          >
            View from {viewed.seatNumber}
          </button>
        )}
      </div>
      {isViewOpen && (
        <Suspense fallback={<div className="screen-view" />}>
          <ScreenViewPanel seats={seats} seatId={viewedId} className="lg:hidden" />
        </Suspense>
      )}
      {/* In one line of a narrow screen, also while the longer text is shown: what is below stays in place. */}
      <div className="flex items-center gap-x-5 short:flex-wrap">
        <LiveIndicator />
        <RefreshButton showtimeId={showtimeId} />
      </div>
    </section>
  )
}

function legendOf({ friends }: SelectionState, bookedSeats: BookedSeats | undefined) {
  if (bookedSeats && bookedSeats.seatIds.length > 0) return WITH_BOOKED_SEATS
  return friends.seats.length > 0 ? WITH_FRIENDS : APPEARANCES
}

/** Refetches all places. The cached ones are stale, so the fetched ones replace them in any case. */
function RefreshButton({ showtimeId }: { showtimeId: string }) {
  const client = useQueryClient()
  const { mutate: refresh, isPending } = useMutation({
    mutationFn: () => {
      updateAllPlaces(client, showtimeId, markStale)
      return refetchPlaces(client, showtimeId, { throwOnError: true })
    },
    onSuccess: () => announce('The seats are up to date.'),
    onError: ({ message }) => notify(message, { kind: 'refresh' }),
  })

  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      onClick={() => !isPending && refresh()}
      className="text-button shrink-0"
    >
      Force Refresh Seats
    </button>
  )
}
