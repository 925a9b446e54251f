import { serverNow, useNow } from '@marquee/browser/clock.ts'
import { KEPT_SHORT_TEXT, KEPT_TEXT } from '@marquee/contract/holds'
import { Countdown } from '#ui/countdown.tsx'

const UPDATE_MS = 1_000

interface Props {
  /** Epoch milliseconds. */
  holdUntilMs: number | undefined
  /** Whether the selection then stays with the visitor while no one else wants it. */
  isKept: boolean
  /** For the bar of narrow screens. */
  isShort?: boolean
  className?: string
}

/** How long the selection is still held. */
export function TimeLeft({ holdUntilMs, isKept, isShort = false, className }: Props) {
  const now = useNow(UPDATE_MS)
  if (holdUntilMs === undefined) return null
  return (
    <p className={`text-sm text-ash ${className ?? ''}`}>
      {isKept && now >= holdUntilMs ? (
        isShort ? (
          KEPT_SHORT_TEXT
        ) : (
          KEPT_TEXT
        )
      ) : (
        <>
          Held for <Countdown untilMs={holdUntilMs} now={serverNow} className="text-ivory" />
        </>
      )}
    </p>
  )
}
