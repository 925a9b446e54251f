import { useWakeLock } from '@marquee/browser/use-wake-lock.ts'
import type { Show } from '@marquee/contract/office/shows'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { AnswerScreen } from './answer-screen.tsx'
import { Camera } from './camera.tsx'
import { CodeField } from './code-field.tsx'
import { ConflictList } from './conflict-list.tsx'
import { DoorStatus } from './door-status.tsx'
import { RecentScans } from './recent-scans.tsx'
import { useDoor } from './use-door.ts'

/** The door of one show. */
export function DoorView({ showtimeId, shows }: { showtimeId: string; shows: Show[] }) {
  const door = useDoor(showtimeId, shows)
  useWakeLock()
  const scan = (code: string) => void door.scan(code)

  if (!door.list) {
    return door.error ? (
      <ErrorState error={door.error} onRetry={() => void door.refetch()} />
    ) : (
      <Skeleton rows={2} className="h-40" />
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
