import type { RefusalCode } from '@marquee/contract/socket'
import type { QueryClient } from '@tanstack/react-query'
import { emitWithAck, socket } from '#lib/socket/socket.ts'
import { subscribeToPush } from '#lib/socket/subscribe-to-push.ts'
import { checkRevision, markStale } from './place-map.ts'
import { PLACE_KINDS, refetchPlaces, updateAllPlaces, updatePlaces } from './places.queries.ts'

const RETRY_MS = 2_000
const RETRYABLE: RefusalCode[] = ['UNAVAILABLE', 'RATE']

/**
 * Joins the showtime's room, now and after every reconnect. Refetches the places after joining, so that no change between the
 * fetch and the first push is missed. Returns a function that stops it; the caller leaves the room.
 */
export function joinShowtime(client: QueryClient, showtimeId: string) {
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined

  async function join() {
    clearTimeout(retry)
    const ack = await emitWithAck('joinShowtime', showtimeId)
    if (stopped || !socket.connected) return
    if (!ack.ok && RETRYABLE.includes(ack.code)) retry = setTimeout(join, RETRY_MS)
    updateAllPlaces(client, showtimeId, markStale)
    await refetchPlaces(client, showtimeId)
  }
  const unsubscribe = subscribeToPush('mapRevision', (push) => {
    if (push.showtimeId !== showtimeId) return
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
