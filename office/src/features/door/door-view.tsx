import type { AdmissionConflict } from '@marquee/contract/office/door/admissions'
import type { Show } from '@marquee/contract/office/shows/shows'
import { useWakeLock } from '@marquee/ui-kit/lib/use-wake-lock.ts'
import CloudOff from 'lucide-react/icons/cloud-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Wifi from 'lucide-react/icons/wifi'
import { countPeople } from '#features/door/offline/door-list.ts'
import { isWaiting, useDoorQueue } from '#features/door/offline/door-queue.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { AnswerScreen } from './answer-screen.tsx'
import { Camera } from './camera.tsx'
import { CodeField } from './code-field.tsx'
import { RecentScans } from './recent-scans.tsx'
import { type Door, useDoor } from './use-door.ts'

/** The door of one show. */
export function DoorView({ showtimeId, shows }: { showtimeId: string; shows: Show[] }) {
  const door = useDoor(showtimeId, shows)
  useWakeLock()
  const scan = (code: string) => void door.scan(code)

  if (!door.list) {
    return door.error ? (
      <LoadError error={door.error} onRetry={() => void door.refetch()} />
    ) : (
      <SkeletonRows rows={2} className="h-40" />
    )
  }
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <DoorStatus door={door} />
      <Camera onCode={scan} />
      <CodeField onCode={(text, usLayoutText) => void door.scanKeys(text, usLayoutText)} />
      <ConflictList conflicts={door.list.conflicts} />
      <RecentScans door={door} />
      {door.answer && <AnswerScreen door={door} answer={door.answer} shows={shows} />}
    </div>
  )
}

/** People that a door without a network let in, and who were in already, or whose seats were cancelled. */
function ConflictList({ conflicts }: { conflicts: AdmissionConflict[] }) {
  const timeZone = useTimeZone()
  if (conflicts.length === 0) return null
  const textOf = (scan: AdmissionConflict['first']) =>
    scan ? `${timeOf(scan.scannedAt, timeZone)} ${scan.device?.name ?? ''}` : ''
  return (
    <section aria-label="Let in too many" className="panel border-wait p-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 text-wait" />
        <span>Let in too many</span>
      </h2>
      <ul>
        {conflicts.map(({ reference, label, count, first, second }) => (
          <li key={second.scanId} className="border-t border-rule py-1.5 first:border-0">
            <span className="tabular font-semibold">{reference}</span> {label || 'Cancelled'}
            <span className="block text-sm text-ash">
              {[textOf(first), textOf(second)].filter(Boolean).join(', then ')}: {count} too many
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const statusText = ({ isConnected, isOffline }: Door) =>
  isConnected
    ? 'Online'
    : `${isOffline ? 'Offline' : 'The office cannot be reached'}: this device decides alone`

/** How many are in, and whether the server knows it. */
function DoorStatus({ door }: { door: Door }) {
  const isUnsafe = useDoorQueue((queue) => queue.isUnsafe)
  const { admitted, sold } = countPeople(door.bookings?.values() ?? [])
  const waiting = door.entries.filter(isWaiting).length
  const Icon = door.isConnected ? Wifi : CloudOff
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <p>
        <span className="tabular text-xl font-semibold">
          {admitted}/{sold}
        </span>{' '}
        <span className="text-ash">let in</span>
      </p>
      <p
        role="status"
        className={`flex items-center gap-1.5 text-sm font-medium ${door.isConnected ? 'text-good' : 'text-wait'}`}
      >
        <Icon aria-hidden="true" className="size-4" />
        <span>
          {statusText(door)}
          {waiting > 0 && ` · ${waiting} to send`}
        </span>
      </p>
      {isUnsafe && (
        <p role="alert" className="w-full text-sm text-danger">
          This browser stores nothing. Scans that are not sent are lost when the page closes.
        </p>
      )}
    </div>
  )
}
