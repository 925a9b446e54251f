import type { Ack } from '@marquee/contract/socket'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { useHoldTimers } from './use-hold-timers.ts'

interface ExtendPromptOptions {
  /** Epoch milliseconds. Undefined if nothing is held. */
  holdUntilMs: number | undefined
  extend: () => Promise<Ack>
  onExpiryMissed: () => void
}

const LIMIT_REACHED = 'We cannot hold your seats any longer. Please complete your booking.'

/** Offers to extend the hold when less than a minute is left. Closes the offer when the hold ends. */
export function useExtendPrompt({ holdUntilMs, extend, onExpiryMissed }: ExtendPromptOptions) {
  const openDialog = useDialog()

  async function offerMoreTime(ended: AbortSignal) {
    const choice = await openDialog({
      title: 'Need More Time?',
      text: 'Your seats will be released in under a minute.',
      actions: [
        { label: 'Keep My Seats', value: 'keep' },
        { label: 'No, Thank You', value: 'no' },
      ],
      signal: ended,
    })
    if (choice !== 'keep') return
    const ack = await extend()
    if (!ack.ok) notify(ack.message, { kind: 'more time' })
    else if (ack.holdUntil && Date.parse(ack.holdUntil) === holdUntilMs)
      notify(LIMIT_REACHED, { kind: 'more time' })
  }

  useHoldTimers(holdUntilMs, {
    onExpiring: (ended) => void offerMoreTime(ended),
    onExpiryMissed,
  })
}
