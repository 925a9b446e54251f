import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Countdown } from '#ui/countdown.tsx'

interface Props {
  /** Epoch milliseconds. */
  holdUntilMs: number | undefined
  className?: string
}

/** How long the selection is still held. */
export function TimeLeft({ holdUntilMs, className = '' }: Props) {
  if (holdUntilMs === undefined) return null
  return (
    <p className={`whitespace-nowrap text-sm text-ash ${className}`}>
      Yours for <Countdown untilMs={holdUntilMs} now={serverNow} className="text-ivory" />
    </p>
  )
}
