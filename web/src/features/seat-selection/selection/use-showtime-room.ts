import { PAGES } from '@marquee/contract/pages'
import type { RefusalCode } from '@marquee/contract/socket'
import { retryDelay } from '@marquee/ui-kit/lib/retry.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { checkRevision, markStale } from '#features/seat-selection/places/place-map.ts'
import {
  PLACE_KINDS,
  refetchUncertainPlaces,
  updateAllPlaces,
  updatePlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { refetchWaitingRoom } from '#features/seat-selection/waiting-room/waiting-room.queries.ts'
import { emitWithAck, socket } from '#lib/socket/socket.ts'
import { subscribeToPush } from '#lib/socket/subscribe-to-push.ts'
import { leaveShowtime } from './place-requests.ts'

/**
 * Joins the showtime while the component is mounted. Unmounting releases the selection, except on the way to payment. A reload
 * or a closed tab releases nothing here: the server does it when the visitor does not come back.
 */
export function useShowtimeRoom(showtimeId: string) {
  const client = useQueryClient()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    clearTimeout(leaving.current)
    const stop = joinShowtime(client, showtimeId)
    return () => {
      stop()
      // Waits until the URL is that of the next page. StrictMode mounts again before that and cancels this.
      leaving.current = setTimeout(() => {
        const keepHolds = window.location.pathname === PAGES.payment
        updateAllPlaces(client, showtimeId, markStale)
        void leaveShowtime(client, showtimeId, { keepHolds })
      })
    }
  }, [client, showtimeId])
}

const RETRYABLE: RefusalCode[] = ['UNAVAILABLE', 'RATE']

/**
 * Joins the showtime's room, now and after every reconnect. Fetches the places again unless the server has told with the first join that the map
 * is current: no change between the fetch and the first push is missed. Returns a function that stops it; the caller leaves the room.
 */
function joinShowtime(client: QueryClient, showtimeId: string) {
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isFirstJoin = true
  let isRevisionTold = false

  async function join() {
    clearTimeout(retry)
    isRevisionTold = false
    const ack = await emitWithAck('joinShowtime', showtimeId)
    if (stopped || !socket.connected) return
    const isChecked = isFirstJoin && isRevisionTold
    if (ack.ok) {
      failures = 0
      isFirstJoin = false
    } else if (RETRYABLE.includes(ack.code)) {
      // Until it succeeds: a visitor outside the room would see changes of others too late.
      retry = setTimeout(join, retryDelay(failures))
      failures += 1
    }
    // After a lost connection, changes of the visitor's own places may be missing, which the revision does not count.
    if (!isChecked) updateAllPlaces(client, showtimeId, markStale)
    await Promise.all([
      refetchUncertainPlaces(client, showtimeId),
      refetchWaitingRoom(client, showtimeId),
    ])
  }
  const unsubscribe = subscribeToPush('mapRevision', (push) => {
    if (push.showtimeId !== showtimeId) return
    isRevisionTold = true
    for (const kind of PLACE_KINDS) {
      updatePlaces(client, [showtimeId, kind], (map) => checkRevision(map, push[kind], push.rev))
    }
  })
  socket.on('connect', join)
  if (socket.connected) void join()
  return () => {
    stopped = true
    clearTimeout(retry)
    socket.off('connect', join)
    unsubscribe()
  }
}
