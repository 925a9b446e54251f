import { SeatLegend } from '@marquee/browser/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/browser/seat-map/seat-map.tsx'
import type { Seat } from '@marquee/contract/seats'
import { useState } from 'react'
import { getAppearance, isSelectable } from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { notify } from '#ui/notify.ts'
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

interface Props {
  showtimeId: string
  seats: Seat[]
  selection: SelectionState
}

/** The seats as a map or as a list, with the legend and the connection status. */
export function SeatSection({ showtimeId, seats, selection }: Props) {
  const [asList, setAsList] = useState(false)

  return (
    <section
      aria-labelledby="seats"
      className="seat-section panel min-w-0 py-4 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:py-7 short:py-3"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 short:contents">
        <div className="flex flex-auto basis-44 flex-wrap items-baseline gap-x-5 gap-y-1">
          <h2 id="seats" className="text-lg sm:text-xl short:text-lg">
            Choose Your Seats
          </h2>
          <LiveIndicator />
        </div>
        <button
          type="button"
          onClick={() => setAsList(!asList)}
          className="-my-1.5 min-h-11 short:order-1 short:justify-self-start font-semibold text-brass underline underline-offset-4 transition-colors hover:text-brass-bright"
        >
          {asList ? 'Show the map' : 'Choose from a list'}
        </button>
      </div>
      <SeatLegend appearances={APPEARANCES} />
      {asList ? (
        <SeatList seats={seats} selection={selection} />
      ) : (
        <SeatMap
          seats={seats}
          view={createView(selection)}
          onToggle={selection.toggleSeat}
          onZoomedIn={() => notify('Tap again to choose', 'zoom')}
          refusal={selection.refusal}
        />
      )}
      <div className="short:order-1">
        <RefreshButton showtimeId={showtimeId} />
      </div>
    </section>
  )
}

function createView({ pending, closed }: SelectionState) {
  const appearanceOf = (seat: Seat) => getAppearance(seat, pending)
  return {
    appearanceOf,
    isInactive: (seat: Seat) => !isSelectable(appearanceOf(seat), closed),
    stateOf: appearanceOf,
  }
}
