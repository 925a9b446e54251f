import type { QueryClient } from '@tanstack/react-query'
import { applyPayer, markStale } from '#features/seat-selection/places/place-map.ts'
import {
  refetchPlaces,
  repeatRunningFetches,
  updateAllPlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { emitWithAck } from '#lib/socket/socket.ts'

/** Joins the selection of a friend, and fetches the places as a friend sees them. */
export async function joinSelection(
  client: QueryClient,
  showtimeId: string,
  request: { token: string; name: string },
) {
  const ack = await emitWithAck('joinSelection', request)
  if (ack.ok) {
    updateAllPlaces(client, showtimeId, markStale)
    await refetchPlaces(client, showtimeId)
  }
  return ack
}

/** Tells the server that this visitor knows of the end: the next place is chosen for this visitor alone. */
export const leaveEndedSelection = (showtimeId: string) => emitWithAck('joinShowtime', showtimeId)

/** Tells the friends whether this visitor, who has started the selection, pays for all. */
export async function setPayer(client: QueryClient, showtimeId: string, paysForAll: boolean) {
  const ack = await emitWithAck('setPayer', { showtimeId, paysForAll })
  if (ack.ok) {
    updateAllPlaces(client, showtimeId, (map) => applyPayer(map, paysForAll))
    repeatRunningFetches(client, showtimeId)
  }
  return ack
}

/** Creates the link for friends. An earlier link no longer works. */
export const shareSelection = (showtimeId: string) => emitWithAck('shareSelection', { showtimeId })
