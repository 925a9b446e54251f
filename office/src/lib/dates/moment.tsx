import { formatShortDate, formatTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useTimeZone } from '#lib/device.queries.ts'

/** A moment in a table, `Tue, 1 Dec, 6:30 PM`. A narrow column has the day and the time below each other. `at`: an ISO time. */
export function Moment({ at }: { at: string }) {
  const timeZone = useTimeZone()
  const instant = Date.parse(at)
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">
        {formatShortDate(instant, { now: serverNow(), timeZone })},
      </span>{' '}
      <span className="whitespace-nowrap">{formatTime(instant, timeZone)}</span>
    </time>
  )
}
