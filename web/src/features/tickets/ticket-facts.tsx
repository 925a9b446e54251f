import { slotTypeName } from '@marquee/contract/parking-slots'
import { formatTime } from '@marquee/contract/time'
import { serverNow, usePolled } from '@marquee/ui-kit/lib/clock.ts'
import { useCallback } from 'react'
import { siteSettings } from '#lib/site-settings.ts'
import { Detail } from '#ui/detail.tsx'
import { showTimes, type Ticket, type TicketShow } from './ticket.ts'
import { timeUntilShow } from './time-until-show.ts'

const TICK_MS = 1000

interface Props {
  show: TicketShow
  /** Empty for a shared pass. */
  slots?: Ticket['slots']
}

/** The countdown to the show, when to arrive, and where to park. */
export function TicketFacts({ show, slots = [] }: Props) {
  const { arriveBy, endsAt } = showTimes(show)
  const format = (instant: number) => formatTime(instant, siteSettings.timeZone)

  return (
    <div>
      <TimeUntilShow show={show} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[repeat(3,auto)] sm:justify-start lg:gap-x-10 short:grid-cols-[repeat(2,auto)]">
        <Detail term="Arrive by">{format(arriveBy)}</Detail>
        <Detail term="Ends about">{format(endsAt)}</Detail>
        {slots.map(({ slotNumber, type, vehicleNumber }) => (
          <Detail key={slotNumber} term={`${slotTypeName(type)} Slot`}>
            {slotNumber}
            {vehicleNumber && <span className="ml-2 text-ash">{vehicleNumber}</span>}
          </Detail>
        ))}
      </dl>
    </div>
  )
}

function TimeUntilShow({ show }: { show: TicketShow }) {
  const { startsAt, endsAt } = showTimes(show)
  const read = useCallback(
    () => timeUntilShow({ startsAt, endsAt }, serverNow()),
    [startsAt, endsAt],
  )
  const text = usePolled(read, TICK_MS)
  return (
    <p role="timer" className="text-xl font-semibold text-brass-bright print:hidden">
      {text}
    </p>
  )
}
