import type { Seat } from '@marquee/contract/seats'
import { type ReactNode, useState } from 'react'
import type { Pending } from '#lib/selection.ts'
import { Button } from '#ui/button.tsx'
import { SeatLegend } from './seat-legend.tsx'
import { SeatList } from './seat-list.tsx'
import { SeatMap } from './seat-map.tsx'

interface Props {
  seats: Seat[]
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
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-1">
        <h2 id="seats" className="text-xl">
          Choose Your Seats
        </h2>
        <Button variant="quiet" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {asList ? 'Show the map' : 'Choose from a list'}
        </Button>
      </div>
      {asList ? <SeatList {...choice} /> : <SeatMap {...choice} />}
      <div className="mt-5 border-t border-brass/20 pt-5">
        <SeatLegend />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-brass/20 px-1 pt-5">
        {status}
      </div>
    </section>
  )
}
