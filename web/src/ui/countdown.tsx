import { useEffect, useEffectEvent, useState } from 'react'

interface Props {
  /** Epoch milliseconds. */
  untilMs: number
  /** The clock to use, in epoch milliseconds. */
  now: () => number
  /** Called once when the time is over. */
  onEnd?: () => void
  className?: string
}

const TICK_MS = 1000

/** Formats milliseconds as `m:ss`, rounded up to whole seconds. */
function formatMinutes(ms: number) {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function Countdown({ untilMs, now, onEnd, className }: Props) {
  const [left, setLeft] = useState(() => untilMs - now())
  const readClock = useEffectEvent(() => now())
  const end = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    const tick = () => {
      const ms = untilMs - readClock()
      setLeft(ms)
      if (ms > 0) return
      clearInterval(timer)
      end()
    }
    const timer = setInterval(tick, TICK_MS)
    tick()
    return () => clearInterval(timer)
  }, [untilMs])

  return (
    <span role="timer" className={className}>
      {formatMinutes(left)}
    </span>
  )
}
