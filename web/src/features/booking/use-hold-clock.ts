import { MORE_TIME_SECONDS } from '@marquee/contract/holds'
import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '#lib/clock.ts'
import { announce } from '#ui/announcer.tsx'

const MINUTE = 60_000
const ANNOUNCED_MINUTES = [5, 2, 1]
/** The server says itself what has expired; this is for the case that its word was lost. */
const OVERDUE_MS = 2_000

interface Moments {
  /** A minute is left, or less on arrival. The signal aborts when this hold is over, prolonged or given back. */
  onLittleLeft: (over: AbortSignal) => void
  /** It is over, and somebody should have said so. */
  onOverdue: () => void
}

/** Announces how much of a hold is left (`heldUntil` in epoch milliseconds) and says when to act on it. */
export function useHoldClock(heldUntil: number | undefined, { onLittleLeft, onOverdue }: Moments) {
  const littleLeft = useEffectEvent(onLittleLeft)
  const overdue = useEffectEvent(onOverdue)

  useEffect(() => {
    if (heldUntil === undefined) return
    const left = () => heldUntil - serverNow()
    const whenLeft = (span: number, act: () => void) => setTimeout(act, Math.max(0, left() - span))

    const announced = ANNOUNCED_MINUTES.filter((minutes) => left() >= minutes * MINUTE)
    const timers = announced.map((minutes) =>
      whenLeft(minutes * MINUTE, () => announce(leftWords(minutes))),
    )
    const over = new AbortController()
    if (left() > 0) timers.push(whenLeft(MORE_TIME_SECONDS * 1_000, () => littleLeft(over.signal)))
    timers.push(
      whenLeft(0, () => over.abort()),
      whenLeft(-OVERDUE_MS, overdue),
    )
    return () => {
      over.abort()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [heldUntil])
}

const leftWords = (minutes: number) =>
  `Your seats are held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
