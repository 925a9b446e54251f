import { EXTEND_PROMPT_SECONDS } from '@marquee/contract/seats/holds'
import type { Ack } from '@marquee/contract/socket'
import { MINUTE_MS } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '#ui/announcer.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

const ANNOUNCED_MINUTES = [5, 2, 1]
/** The server reports an expired hold. After this time its message counts as lost. */
const EXPIRY_MISSED_MS = 2_000
/** A computer that has slept corrects its clock with the next response. Timers of the whole time would be late. */
const CHECK_MS = 1_000

interface HoldTimerCallbacks {
  /** Less than a minute is left. The signal aborts when the hold expires, or is extended or released. */
  onExpiring: (ended: AbortSignal) => void
  /** The hold expired, but the server may not have reported it. */
  onExpiryMissed: () => void
}

/** Announces the time left of a hold to screen readers and calls back before and after its end (epoch milliseconds). */
export function useHoldTimers(holdUntilMs: number | undefined, callbacks: HoldTimerCallbacks) {
  const onExpiring = useEffectEvent(callbacks.onExpiring)
  const onExpiryMissed = useEffectEvent(callbacks.onExpiryMissed)

  const last = useRef<number>(undefined)

  useEffect(() => {
    const lastUntilMs = last.current
    last.current = holdUntilMs
    if (holdUntilMs === undefined) {
      // A fetched map may end the hold before a timer does.
      if (lastUntilMs !== undefined && lastUntilMs <= serverNow()) onExpiryMissed()
      return
    }
    const timeLeft = () => holdUntilMs - serverNow()
    const ended = new AbortController()
    const announcements = ANNOUNCED_MINUTES.map((minutes) => ({
      at: minutes * MINUTE_MS,
      run: () => announce(timeLeftText(minutes)),
    }))
    const prompt = {
      at: EXTEND_PROMPT_SECONDS * 1_000,
      run: () => onExpiring(ended.signal),
    }
    let waiting = [
      ...announcements.filter(({ at }) => timeLeft() >= at),
      ...(timeLeft() > 0 ? [prompt] : []),
      { at: 0, run: () => ended.abort() },
      { at: -EXPIRY_MISSED_MS, run: onExpiryMissed },
    ]
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      const left = timeLeft()
      const due = waiting.filter(({ at }) => left <= at)
      waiting = waiting.filter(({ at }) => left > at)
      for (const { at, run } of due) {
        const isLate = at > 0 && left <= 0
        if (!isLate) run()
      }
      const [next] = waiting
      if (next) timer = setTimeout(check, Math.min(CHECK_MS, left - next.at))
    }
    check()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [holdUntilMs])
}

const timeLeftText = (minutes: number) =>
  `Your seats are held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`

interface ExtendPromptOptions {
  /** Epoch milliseconds. Undefined if nothing is held. */
  holdUntilMs: number | undefined
  extend: () => Promise<Ack>
  onExpiryMissed: () => void
}

const LIMIT_REACHED = 'We cannot hold your seats any longer. Please complete your booking.'

/** Offers to extend the hold when less than a minute is left. Closes the offer when the hold ends. */
export function useExtendPrompt({ holdUntilMs, extend, onExpiryMissed }: ExtendPromptOptions) {
  const openDialog = useDialog()

  async function offerMoreTime(ended: AbortSignal) {
    const choice = await openDialog({
      title: 'Need More Time?',
      text: 'Your seats will be released in under a minute.',
      actions: [
        { label: 'Keep My Seats', value: 'keep' },
        { label: 'No, Thank You', value: 'no' },
      ],
      signal: ended,
    })
    if (choice !== 'keep') return
    const ack = await extend()
    if (!ack.ok) notify(ack.message, { kind: 'more time' })
    else if (ack.holdUntil && Date.parse(ack.holdUntil) === holdUntilMs)
      notify(LIMIT_REACHED, { kind: 'more time' })
  }

  useHoldTimers(holdUntilMs, {
    onExpiring: (ended) => void offerMoreTime(ended),
    onExpiryMissed,
  })
}
