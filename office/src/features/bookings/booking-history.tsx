import type { HistoryEntry } from '@marquee/contract/office/bookings'
import { ACTION_NAMES } from '#lib/action-names.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'

/** What has happened to the booking, oldest first. */
export function BookingHistory({ history }: { history: HistoryEntry[] }) {
  const timeZone = useTimeZone()
  return (
    <section aria-label="History">
      <h3 className="mb-1 font-semibold">History</h3>
      <ol>
        {history.map((entry) => (
          <li
            key={`${entry.at} ${entry.action}`}
            className="relative border-s border-rule pb-3 ps-4 before:absolute before:-start-1 before:top-2 before:size-2 before:rounded-full before:bg-ash last:pb-0"
          >
            <p>
              {ACTION_NAMES[entry.action]}
              {entry.count !== undefined && `: ${Math.abs(entry.count)}`}
              {entry.reason && <span className="text-ash"> ({entry.reason})</span>}
            </p>
            <p className="text-sm text-ash">
              {dateTimeOf(entry.at, timeZone)}
              {entry.device && `, ${entry.device.name}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
