import { UNDO_SECONDS } from '@marquee/contract/office/door/admissions'
import type { Show } from '@marquee/contract/office/shows/shows'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { answerLines, answerTitle, levelOf } from './answer.ts'
import type { Door } from './use-door.ts'

const ICONS = { good: Check, warning: TriangleAlert, bad: X } as const
const COLOURS = {
  good: 'bg-door-good',
  warning: 'bg-door-warning',
  bad: 'bg-door-bad',
} as const
/** A good answer closes by itself after this time, so that the camera is visible again. */
const CLOSE_GOOD_MS = 4000

interface Props {
  door: Door
  answer: NonNullable<Door['answer']>
  shows: Show[]
}

/** The answer fills the screen: colour, icon and text. The next scan replaces it. */
export function AnswerScreen({ door, answer, shows }: Props) {
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
