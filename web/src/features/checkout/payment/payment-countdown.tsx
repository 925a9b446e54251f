import { EXTEND_PROMPT_SECONDS } from '@marquee/contract/seats/holds'
import { serverNow, useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Countdown } from '#ui/countdown.tsx'

const UPDATE_MS = 1_000

interface Props {
  /** Epoch milliseconds. */
  untilMs: number
  onEnd: () => void
}

/** The time left to pay. Red in the last minute. */
export function PaymentCountdown({ untilMs, onEnd }: Props) {
  const timeLeft = untilMs - useNow(UPDATE_MS)
  const expiresSoon = timeLeft <= EXTEND_PROMPT_SECONDS * 1_000
  return (
    <p className="text-sm text-ash sm:text-base">
      Time remaining to complete payment{' '}
      <Countdown
        untilMs={untilMs}
        now={serverNow}
        onEnd={onEnd}
        className={`ms-1 text-lg font-semibold ${expiresSoon ? 'text-danger' : 'text-brass-bright'}`}
      />
    </p>
  )
}
