import { EXTEND_PROMPT_SECONDS } from '@marquee/contract/seats/holds'
import { MINUTE_MS } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useEffect, useEffectEvent } from 'react'
import { announce } from '#ui/announcer.tsx'

const ANNOUNCED_MINUTES = [5, 2, 1]
/** The server reports an expired hold. After this time its message counts as lost. */
const EXPIRY_MISSED_MS = 2_000

interface HoldTimerCallbacks {
  /** Less than a minute is left. The signal aborts when the hold expires, or is extended or released. */
  onExpiring: (ended: AbortSignal) => void
  /** The hold expired, but the server has not reported it. */
  onExpiryMissed: () => void
}

/** Announces the time left of a hold to screen readers and calls back before and after its end (epoch milliseconds). */
export function useHoldTimers(holdUntilMs: number | undefined, callbacks: HoldTimerCallbacks) {
  const onExpiring = useEffectEvent(callbacks.onExpiring)
  const onExpiryMissed = useEffectEvent(callbacks.onExpiryMissed)

  useEffect(() => {
    if (holdUntilMs === undefined) return
    const timeLeft = () => holdUntilMs - serverNow()
    const atTimeLeft = (ms: number, action: () => void) =>
      setTimeout(action, Math.max(0, timeLeft() - ms))

    const timers = ANNOUNCED_MINUTES.filter((minutes) => timeLeft() >= minutes * MINUTE_MS).map(
      (minutes) => atTimeLeft(minutes * MINUTE_MS, () => announce(timeLeftText(minutes))),
    )
    const ended = new AbortController()
    if (timeLeft() > 0) {
      timers.push(atTimeLeft(EXTEND_PROMPT_SECONDS * 1_000, () => onExpiring(ended.signal)))
    }
    timers.push(
      atTimeLeft(0, () => ended.abort()),
      atTimeLeft(-EXPIRY_MISSED_MS, onExpiryMissed),
    )
    return () => {
      ended.abort()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [holdUntilMs])
}

const timeLeftText = (minutes: number) =>
  `Your seats are held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
