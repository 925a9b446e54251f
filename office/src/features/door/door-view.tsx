import { type ExcessAdmission, UNDO_SECONDS } from '@marquee/contract/office/door/admissions'
import type { Show } from '@marquee/contract/office/shows/shows'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { useWakeLock } from '@marquee/ui-kit/lib/use-wake-lock.ts'
import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Wifi from 'lucide-react/icons/wifi'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { countPeople } from '#features/door/offline/door-list.ts'
import { isWaiting, useDoorQueue } from '#features/door/offline/door-queue.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { answerLines, answerTitle, levelOf } from './answer.ts'
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
      <ExcessList excessAdmissions={door.list.excessAdmissions} />
      <RecentScans door={door} />
      {door.answer && <AnswerScreen door={door} answer={door.answer} shows={shows} />}
    </div>
  )
}

/** People that a door without a network let in, and who were in already, or whose seats were cancelled. */
function ExcessList({ excessAdmissions }: { excessAdmissions: ExcessAdmission[] }) {
  const timeZone = useTimeZone()
  if (excessAdmissions.length === 0) return null
  const textOf = (scan: ExcessAdmission['first']) =>
    scan ? `${timeOf(scan.scannedAt, timeZone)} ${scan.device?.name ?? ''}` : ''
  return (
    <section aria-label="Let in too many" className="panel border-wait p-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 text-wait" />
        <span>Let in too many</span>
      </h2>
      <ul>
        {excessAdmissions.map(({ reference, label, count, first, second }) => (
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

const ICONS = { good: Check, warning: TriangleAlert, bad: X } as const
const COLOURS = {
  good: 'bg-door-good',
  warning: 'bg-door-warning',
  bad: 'bg-door-bad',
} as const
/** A good answer closes by itself after this time, so that the camera is visible again. */
const CLOSE_GOOD_MS = 4000

interface AnswerScreenProps {
  door: Door
  answer: NonNullable<Door['answer']>
  shows: Show[]
}

/** The answer fills the screen: colour, icon and text. The next scan replaces it. */
function AnswerScreen({ door, answer, shows }: AnswerScreenProps) {
  const timeZone = useTimeZone()
  const { decision, scanId } = answer
  const level = levelOf(decision.verdict)
  const Icon = ICONS[level]
  const screen = door.list?.screen ?? ''
  const lines = answerLines(decision, { timeZone, shows, screen, isConnected: door.isConnected })
  const next = useRef<HTMLButtonElement>(null)
  const close = useEffectEvent(door.closeAnswer)

  useEffect(() => {
    next.current?.focus()
    if (levelOf(answer.decision.verdict) !== 'good') return
    const timer = setTimeout(close, CLOSE_GOOD_MS)
    return () => clearTimeout(timer)
  }, [answer])

  return (
    <div
      data-level={level}
      className={`fixed inset-0 z-30 flex flex-col overflow-y-auto p-5 text-door-text ${COLOURS[level]}`}
    >
      <div role="alert" className="m-auto grid justify-items-center gap-3 py-6 text-center">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-28" />
        <p className="text-4xl font-bold">{answerTitle(decision)}</p>
        {lines.map((line) => (
          <p key={line} className="text-lg font-semibold">
            {line}
          </p>
        ))}
        {decision.reference && <p className="tabular">{decision.reference}</p>}
      </div>
      <div className="mx-auto grid w-full max-w-md gap-3">
        {scanId && decision.pass === BOOKING_PASS && decision.admittedNow > 1 && (
          <PartialAdmission max={decision.admittedNow} onChoose={door.admitOnly} />
        )}
        {decision.verdict === 'UNLISTED' && (
          <AnswerButton onClick={() => void door.admitUnlisted()}>Admit anyway</AnswerButton>
        )}
        <div className="flex gap-3">
          {scanId && (
            <AnswerButton
              title={`Within ${UNDO_SECONDS} seconds`}
              onClick={() => void door.undo(scanId)}
            >
              Undo
            </AnswerButton>
          )}
          <button
            ref={next}
            type="button"
            onClick={door.closeAnswer}
            className="min-h-14 flex-2 rounded bg-door-text text-lg font-bold text-print"
          >
            Next
          </button>
        </div>
      </div>
    </div>
  )
}

const MAX_CHOICES = 6

function PartialAdmission({ max, onChoose }: { max: number; onChoose: (n: number) => unknown }) {
  const counts = Array.from({ length: Math.min(max - 1, MAX_CHOICES) }, (_, index) => index + 1)
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Fewer have come</legend>
      <div className="flex flex-wrap gap-2">
        {counts.map((count) => (
          <AnswerButton key={count} onClick={() => void onChoose(count)}>
            {count}
            <span className="sr-only"> of {max}</span>
          </AnswerButton>
        ))}
      </div>
    </fieldset>
  )
}

interface ButtonProps {
  title?: string
  onClick: () => void
  children: ReactNode
}

const AnswerButton = ({ children, ...button }: ButtonProps) => (
  <button
    type="button"
    {...button}
    className="min-h-14 min-w-14 flex-1 rounded border-2 border-door-text px-4 text-lg font-bold"
  >
    {children}
  </button>
)
