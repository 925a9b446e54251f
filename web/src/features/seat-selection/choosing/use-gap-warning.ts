import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Ack } from '@marquee/contract/socket'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useQueryClient } from '@tanstack/react-query'
import { cachedPlaces } from '#features/seat-selection/places/places.queries.ts'
import {
  type SeatsRequest,
  waitForPendingRequests,
} from '#features/seat-selection/selection/pending-requests.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

interface Options {
  showtime: Showtime
  holdSeats: (request: SeatsRequest) => Promise<Ack>
}

/**
 * Returns a function that warns if the selected seats leave a single seat empty although that can be avoided, and offers other seats. It
 * resolves with true if the visitor goes on to payment.
 */
export function useGapWarning({ showtime, holdSeats }: Options) {
  const client = useQueryClient()
  const openDialog = useDialog()

  return async function confirmGap() {
    if (siteSettings.gapRule === 'off') return true
    await waitForPendingRequests(client, showtime._id)
    const seats = cachedPlaces(client, showtime._id, 'seats') as Seat[]
    // Without a network the code cannot be loaded. The payment is more important.
    const warning = await import('./gap-warning.ts').catch(() => undefined)
    const gap = warning?.findGapWarning(seats, showtime)
    if (!gap) return true
    const answer = await openDialog({
      title: 'One Seat Left Alone',
      text: `Your choice leaves ${gap.alone} empty on its own.`,
      actions: [
        { label: `Move to ${gap.instead}`, value: 'move' },
        ...(siteSettings.gapRule === 'strict'
          ? []
          : [{ label: 'Keep my seats', value: 'keep' } as const]),
      ],
    })
    if (answer === 'move') {
      const ack = await holdSeats({ seatIds: gap.seatIds, isAccessible: true })
      if (ack.ok) notify(`You now have ${gap.all}.`, { kind: 'seats' })
    }
    return answer === 'keep'
  }
}
