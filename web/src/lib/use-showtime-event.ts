import type { Push, ServerToClientEvents } from '@marquee/contract/socket'
import { useEffect, useEffectEvent } from 'react'
import { socket } from './socket.ts'

type ShowtimeEvent = 'showMoved' | 'showCancelled' | 'stillThere' | 'holdExpired'

/** Calls back when the server sends the event for the showtime. */
export function useShowtimeEvent<E extends ShowtimeEvent>(
  event: E,
  showtimeId: string,
  onPush: (push: Push<E>) => void,
) {
  const receive = useEffectEvent((push: Push<E>) => {
    if (push.showtimeId === showtimeId) onPush(push)
  })
  useEffect(() => {
    const listener = ((push: Push<E>) => receive(push)) as ServerToClientEvents[E]
    socket.on<ShowtimeEvent>(event, listener)
    return () => void socket.off<ShowtimeEvent>(event, listener)
  }, [event])
}
