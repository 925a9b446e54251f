import { serverNow } from '@marquee/browser/clock.ts'
import type { Ack } from '@marquee/contract/socket'
import { useEffect, useRef } from 'react'
import { useShowtimeEvent } from '#lib/use-showtime-event.ts'
import { announce } from '#ui/announcer.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { notify } from '#ui/notify.ts'
import { useDialog } from '#ui/use-dialog.ts'

interface StillThereOptions {
  showtimeId: string
  /** Epoch milliseconds. A later one answers the question, in this tab or another. */
  holdUntilMs: number | undefined
  extend: () => Promise<Ack>
}

const TEXT = 'Your time is up, and someone else would like your seats.'
const LAST_CALL_MS = 10_000

/** Asks whether the selection is still wanted when another visitor would like one of its places. */
export function useStillThere({ showtimeId, holdUntilMs, extend }: StillThereOptions) {
  const openDialog = useDialog()
  const question = useRef<AbortController>(undefined)

  useShowtimeEvent('stillThere', showtimeId, async ({ until }) => {
    question.current?.abort()
    const ended = new AbortController()
    question.current = ended
    const untilMs = Date.parse(until)
    const timeLeft = untilMs - serverNow()
    const timers = [
      setTimeout(() => ended.abort(), Math.max(0, timeLeft)),
      ...(timeLeft > LAST_CALL_MS
        ? [setTimeout(() => announce('Ten seconds left.'), timeLeft - LAST_CALL_MS)]
        : []),
    ]
    const choice = await openDialog({
      title: 'Still There?',
      text: TEXT,
      content: <TimeToAnswer untilMs={untilMs} />,
      actions: [
        { label: 'Keep My Seats', value: 'keep' },
        { label: 'Let Them Go', value: 'no' },
      ],
      signal: ended.signal,
    })
    for (const timer of timers) clearTimeout(timer)
    if (choice !== 'keep') return
    const ack = await extend()
    if (!ack.ok) notify(ack.message, 'more time')
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new deadline is the answer
  useEffect(() => () => question.current?.abort(), [holdUntilMs])
}

function TimeToAnswer({ untilMs }: { untilMs: number }) {
  return (
    <p className="mt-4 text-center text-ash">
      They stay yours if you answer within{' '}
      <Countdown untilMs={untilMs} now={serverNow} className="text-ivory" />
    </p>
  )
}
