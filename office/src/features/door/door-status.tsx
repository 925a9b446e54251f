import CloudOff from 'lucide-react/icons/cloud-off'
import Wifi from 'lucide-react/icons/wifi'
import { countPeople } from '#features/door/offline/door-list.ts'
import { isWaiting, useDoorQueue } from '#features/door/offline/door-queue.ts'
import type { Door } from './use-door.ts'

const statusText = ({ isConnected, isOffline }: Door) =>
  isConnected
    ? 'Online'
    : `${isOffline ? 'Offline' : 'The office cannot be reached'}: this device decides alone`

/** How many are in, and whether the server knows it. */
export function DoorStatus({ door }: { door: Door }) {
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
