import { UNDO_SECONDS } from '@marquee/contract/office/door/admissions'
import { serverNow, useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import type { Door } from './use-door.ts'

const MAX_SHOWN = 8
const CLOCK_MS = 1000

/** The last admissions of this device. Each can be undone for a minute. */
export function RecentScans({ door }: { door: Door }) {
  const timeZone = useTimeZone()
  useNow(CLOCK_MS)
  const undone = new Set(
    door.entries.filter(({ kind }) => kind === 'undo').map(({ scanId }) => scanId),
  )
  const scans = door.entries.filter((entry) => entry.kind === 'scan').slice(-MAX_SHOWN)
  if (scans.length === 0) return null
  return (
    <section aria-label="Last admissions">
      <h2 className="label mb-1">Last admissions of this device</h2>
      <ul className="panel divide-y divide-rule">
        {scans.toReversed().map(({ scanId, scan, reference, count, sentAt }) => {
          const age = serverNow() - Date.parse(scan.scannedAt)
          const isUndone = undone.has(scanId)
          return (
            <li key={scanId} className="flex min-h-12 items-center justify-between gap-3 px-3">
              <span className={isUndone ? 'text-ash line-through' : ''}>
                <time dateTime={scan.scannedAt} className="text-ash">
                  {timeOf(scan.scannedAt, timeZone)}
                </time>{' '}
                <span className="tabular font-semibold">{reference}</span> · {count}
                {sentAt === undefined && <span className="text-wait"> · to send</span>}
              </span>
              {!isUndone && age < UNDO_SECONDS * 1000 && (
                <Button variant="quiet" onClick={() => void door.undo(scanId)}>
                  Undo
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
