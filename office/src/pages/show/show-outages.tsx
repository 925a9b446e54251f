import type {
  OutagePlan,
  SeatOutage,
  ShowOutage,
} from '@marquee/contract/office/shows/seat-outages'
import { countOf } from '@marquee/contract/text/count'
import type { MapSeat } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { useMemo, useState } from 'react'
import { hallSeat, PlanMaps } from '#features/seat-plan/plan-maps.tsx'
import { PlanTable } from '#features/seat-plan/plan-table.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'

const BEFORE = [
  ['available', 'No change'],
  ['sold', 'Gets a seat'],
  ['selected', 'Chosen party'],
  ['unavailable', 'Loses the seat'],
] as const
const AFTER = [
  ['available', 'No change'],
  ['sold', 'Has a seat'],
  ['selected', 'Chosen party'],
  ['unavailable', 'Out of service'],
] as const

const UNCHANGED = ['available', 'no change'] as const
const CLOSED = ['unavailable', 'out of service'] as const

interface Props {
  plan: OutagePlan
  /** Seats that are out of service already. */
  outages: SeatOutage[]
}

/** The plan for each show with bookings that change. The first one is open. */
export function ShowOutages({ plan, outages }: Props) {
  const hall = useMemo(() => plan.hall.map(hallSeat), [plan.hall])
  const closed = useMemo(
    () => new Set([...plan.seats, ...outages].map(({ seatNumber }) => seatNumber)),
    [plan.seats, outages],
  )
  return plan.shows.map((show, index) => (
    // People lose seats at the first shows of the plan.
    <ShowDetails
      key={show._id}
      show={show}
      hall={show.hall?.map(hallSeat) ?? hall}
      closed={closed}
      isFirst={index === 0}
    />
  ))
}

interface DetailsProps {
  show: ShowOutage
  hall: MapSeat[]
  /** The labels of all seats that will be out of service. */
  closed: ReadonlySet<string>
  isFirst: boolean
}

/** The bookings of one show. They are rendered while they are open: a plan may have a hundred shows. */
function ShowDetails({ show, hall, closed, isFirst }: DetailsProps) {
  const [isOpen, setOpen] = useState(isFirst)
  const otherSeatThen = ({ seatNumber }: MapSeat) => (closed.has(seatNumber) ? CLOSED : UNCHANGED)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="panel min-w-0 p-4"
    >
      <ShowSummary show={show} />
      {isOpen && (
        <div className="mt-4 grid min-w-0 gap-4">
          <PlanTable name={`Bookings of ${show.movie}`} bookings={show.bookings} />
          <PlanMaps
            bookings={show.bookings}
            before={{ title: 'Now', seats: hall, legend: BEFORE, otherSeat: () => UNCHANGED }}
            after={{ title: 'Then', seats: hall, legend: AFTER, otherSeat: otherSeatThen }}
          />
        </div>
      )}
    </details>
  )
}

function ShowSummary({ show: { movie, startTime, refundUntil, bookings } }: { show: ShowOutage }) {
  const timeZone = useTimeZone()
  const lost = bookings.flatMap(({ seats }) => seats.filter(({ to }) => to === null)).length
  return (
    <summary className="min-h-8 cursor-pointer">
      <span className="font-semibold">
        {movie}, {dateTimeOf(startTime, timeZone)}
      </span>
      <span className="text-ash">
        {' '}
        · {countOf(bookings.length, 'booking')}
        {lost > 0 && (
          <span className="font-semibold text-danger">
            {' '}
            · {countOf(lost, 'seat')} without a replacement
          </span>
        )}
        {lost > 0 &&
          refundUntil !== null &&
          ` · full refund until ${dateTimeOf(refundUntil, timeZone)}`}
      </span>
    </summary>
  )
}
