import type { Ack } from '@marquee/contract/socket'
import { notify } from '#ui/notify.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { useHoldClock } from './use-hold-clock.ts'

interface Hold {
  /** Epoch milliseconds. Undefined if nothing is held. */
  heldUntil: number | undefined
  extend: () => Promise<Ack>
  onOverdue: () => void
}

const LIMIT_REACHED = 'This is as long as we can keep your seats. Please complete your booking.'

/** Offers to extend the hold when less than a minute is left. Closes the offer when the hold ends. */
export function useExtendPrompt({ heldUntil, extend, onOverdue }: Hold) {
  const ask = useDialog()

  async function offerMoreTime(ended: AbortSignal) {
    const answer = await ask({
      title: 'Need More Time?',
      text: 'Your seats will be released in under a minute.',
      actions: [
        { label: 'Keep My Seats', answer: 'keep' },
        { label: 'No, Thank You', answer: 'no' },
      ],
      signal: ended,
    })
    if (answer !== 'keep') return
    const ack = await extend()
    if (!ack.ok) notify(ack.message, 'more time')
    else if (ack.holdUntil && Date.parse(ack.holdUntil) === heldUntil)
      notify(LIMIT_REACHED, 'more time')
  }

  useHoldClock(heldUntil, { onExpiring: (ended) => void offerMoreTime(ended), onOverdue })
}
