import type { Push, RefusalCode } from '@marquee/contract/socket'
import type { QueryClient } from '@tanstack/react-query'
import { changeAllPlaces, changePlaces, PLACE_KINDS, refetchPlaces } from '#lib/place-cache.ts'
import { afterRevision, distrusted } from '#lib/places.ts'
import { ask, socket } from '#lib/socket.ts'

const JOIN_AGAIN_MS = 2_000
const MAY_PASS: RefusalCode[] = ['UNAVAILABLE', 'RATE']

/**
 * Joins a showtime's room now and after every reconnect, and only then asks for the maps: nothing can fall between.
 * Returns how to stop.
 */
export function joinRoom(client: QueryClient, showtimeId: string) {
  let stopped = false
  let again: ReturnType<typeof setTimeout> | undefined

  async function join() {
    clearTimeout(again)
    const ack = await ask('joinShowtime', showtimeId)
    if (stopped || !socket.connected) return
    if (!ack.ok && MAY_PASS.includes(ack.code)) again = setTimeout(join, JOIN_AGAIN_MS)
    changeAllPlaces(client, showtimeId, distrusted)
    await refetchPlaces(client, showtimeId)
  }
  const compare = (push: Push<'mapRevision'>) => {
    if (push.showtimeId !== showtimeId) return
    for (const kind of PLACE_KINDS) {
      changePlaces(client, showtimeId, kind, (map) => afterRevision(map, push[kind], push.rev))
    }
  }

  socket.on('connect', join)
  socket.on('mapRevision', compare)
  if (socket.connected) void join()
  return () => {
    stopped = true
    clearTimeout(again)
    socket.off('connect', join)
    socket.off('mapRevision', compare)
  }
}
