import type { Seat } from '@marquee/contract/seats'
import { useState } from 'react'
import { LiveIndicator } from './live-indicator.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { SeatLegend } from './seat-map/seat-legend.tsx'
import { SeatList } from './seat-map/seat-list.tsx'
import { SeatMap } from './seat-map/seat-map.tsx'
import type { SelectionState } from './selection/use-selection.ts'

interface Props {
  showtimeId: string
  seats: Seat[]
  selection: SelectionState
}

/** The seats as a map or as a list, with the legend and the connection status. */
export function SeatSection({ showtimeId, seats, selection }: Props) {
  const [asList, setAsList] = useState(false)

  return (
    <section aria-labelledby="seats" className="panel min-w-0 px-3 py-5 sm:p-7">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 px-1">
        <h2 id="seats" className="text-lg sm:text-xl">
          Choose Your Seats
        </h2>
        <button
          type="button"
          onClick={() => setAsList(!asList)}
          className="min-h-11 font-semibold text-brass underline underline-offset-4 transition-colors hover:text-brass-bright"
        >
          {asList ? 'Show the map' : 'Choose from a list'}
        </button>
      </div>
      {asList ? (
        <SeatList seats={seats} selection={selection} />
      ) : (
        <div className="-mx-3 sm:-mx-7">
          <SeatMap seats={seats} selection={selection} />
        </div>
      )}
      <div className="mt-5 border-t border-brass/20 pt-5">
        <SeatLegend />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-brass/20 px-1 pt-5">
        <LiveIndicator />
        <RefreshButton showtimeId={showtimeId} />
      </div>
    </section>
  )
}
