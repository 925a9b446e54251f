import type { Ack } from '@marquee/contract/socket'
import { notify } from '#ui/notify.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { useHoldClock } from './use-hold-clock.ts'

interface Hold {
  /** Epoch milliseconds; undefined while nothing is held. */
  heldUntil: number | undefined
  extend: () => Promise<Ack>
  onOverdue: () => void
}

const AS_LONG_AS_POSSIBLE =
  'This is as long as we can keep your seats. Please complete your booking.'

/** Offers more time when little is left (product: at one minute), for as long as the hold lasts. */
export function useMoreTime({ heldUntil, extend, onOverdue }: Hold) {
  const ask = useDialog()

  async function offer(over: AbortSignal) {
    const answer = await ask({
      title: 'Need More Time?',
      text: 'Your seats are kept for less than a minute.',
      actions: [
        { label: 'Keep My Seats', answer: 'keep' },
        { label: 'No, Thank You', answer: 'no' },
      ],
      signal: over,
    })
    if (answer !== 'keep') return
    const ack = await extend()
    if (!ack.ok) notify(ack.message, 'more time')
    else if (ack.holdUntil && Date.parse(ack.holdUntil) === heldUntil)
      notify(AS_LONG_AS_POSSIBLE, 'more time')
  }

  useHoldClock(heldUntil, { onLittleLeft: (over) => void offer(over), onOverdue })
}
