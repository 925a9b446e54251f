import type { Push } from '@marquee/contract/socket'
import { useEffect, useEffectEvent } from 'react'
import { subscribeToPush } from './subscribe-to-push.ts'

type ShowtimeEventName = 'showMoved' | 'showCancelled' | 'holdExpired' | 'waitingRoomChanged'

/** Calls back when the server sends the event for the showtime. */
export function useShowtimeEvent<E extends ShowtimeEventName>(
  event: E,
  showtimeId: string,
  onPush: (push: Push<E>) => void,
) {
  const receive = useEffectEvent((push: Push<E>) => {
    if (push.showtimeId === showtimeId) onPush(push)
  })
  useEffect(() => subscribeToPush(event, (push) => receive(push)), [event])
}
