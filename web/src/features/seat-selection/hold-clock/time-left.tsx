import { serverNow } from '#lib/clock.ts'
import { Countdown } from '#ui/countdown.tsx'

interface Props {
  /** Epoch milliseconds. */
  heldUntil: number | undefined
  className?: string
}

/** How long the selection is still held. */
export function TimeLeft({ heldUntil, className }: Props) {
  if (heldUntil === undefined) return null
  return (
    <p className={`text-sm text-ash ${className ?? ''}`}>
      Held for <Countdown until={heldUntil} now={serverNow} className="text-ivory" />
    </p>
  )
}
