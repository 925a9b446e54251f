import { useEffect, useEffectEvent, useState } from 'react'

interface Props {
  /** Epoch milliseconds. */
  until: number
  /** The clock to trust, in epoch milliseconds. */
  now: () => number
  /** Told when nothing is left. */
  onEnd?: () => void
  className?: string
}

const TICK_MS = 1000

/** `m:ss` of a span in milliseconds; a started second still counts. */
function minutesAndSeconds(span: number) {
  const seconds = Math.max(0, Math.ceil(span / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function Countdown({ until, now, onEnd, className }: Props) {
  const [left, setLeft] = useState(() => until - now())
  const readClock = useEffectEvent(() => now())
  const ended = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    const tick = () => {
      const span = until - readClock()
      setLeft(span)
      if (span > 0) return
      clearInterval(timer)
      ended()
    }
    const timer = setInterval(tick, TICK_MS)
    tick()
    return () => clearInterval(timer)
  }, [until])

  return (
    <span role="timer" className={className}>
      {minutesAndSeconds(left)}
    </span>
  )
}
