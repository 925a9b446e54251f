import type { Seat } from '@marquee/contract/seats'
import { type ReactNode, useState } from 'react'
import type { Pending } from '#lib/selection.ts'
import { SeatLegend } from './seat-legend.tsx'
import { SeatList } from './seat-list.tsx'
import { SeatMap } from './seat-map.tsx'

interface Props {
  seats: Seat[]
  /** Nothing more can be chosen, only given back. */
  closed: boolean
  pending: Pending
  refusal: { placeId: string } | undefined
  onToggle: (seatId: string) => void
  /** How true the map is, and what to do about it. */
  status: ReactNode
}

/** The hall as a map or as a list, and what its signs mean. */
export function SeatChooser({ status, ...choice }: Props) {
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
        <SeatList {...choice} />
      ) : (
        <div className="-mx-3 sm:-mx-7">
          <SeatMap {...choice} />
        </div>
      )}
      <div className="mt-5 border-t border-brass/20 pt-5">
        <SeatLegend />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-brass/20 px-1 pt-5">
        {status}
      </div>
    </section>
  )
}
