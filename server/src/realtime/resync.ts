import type { ClientEvent } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { placeViews } from '../inventory/places.view.ts'
import { withoutExpired } from '../inventory/seat-map.ts'
import { parsePayload } from './event-validation.ts'
import type { ResyncPlaces, ServerSocket } from './rooms.ts'

/** After a flood of events, a socket is sent one showtime a second. */
const INTERVAL_MS = 1000
const MAX_SHOWTIMES = 100
const MAX_PLACES = 40

interface ResyncRequest {
  showtimeId: string
  places: ResyncPlaces
}

/** Sends sockets that asked for no acknowledgement the current state of what their event was about. */
export function createResync(ctx: Context) {
  async function send(client: ServerSocket, { showtimeId, places: wanted }: ResyncRequest) {
    try {
      const map = withoutExpired(ctx, await ctx.seatMaps.get(showtimeId))
      const places = map.places.filter(({ id }) => wanted === 'all' || wanted.has(id))
      // All revisions are equal: clients behind `rev` must fetch the whole map, because the push contains only the requested places.
      const step = { showtimeId, rev: map.rev, previousRev: map.rev, baseRev: map.rev }
      const { seats, slots } = placeViews(map, places, client.data.holder)
      if (seats.length > 0) client.emit('seatsUpdated', { seats, ...step })
      if (slots.length > 0) client.emit('parkingUpdated', { parkingSlots: slots, ...step })
    } catch (error) {
      // Nothing is sent for an unknown showtime.
      if (!(error instanceof AppError)) ctx.log.warn({ err: error, showtimeId }, 'resync failed')
    }
  }

  function scheduleNext(client: ServerSocket) {
    setTimeout(() => void sendNext(client), INTERVAL_MS).unref()
  }

  async function sendNext(client: ServerSocket) {
    const { pendingResyncs } = client.data
    const [next] = pendingResyncs
    if (!next || !client.connected) return
    const [showtimeId, places] = next
    await send(client, { showtimeId, places })
    if (pendingResyncs.get(showtimeId) === places) pendingResyncs.delete(showtimeId)
    if (pendingResyncs.size > 0) scheduleNext(client)
  }

  /** Sends the places of an event, or the whole map, now. */
  async function resync(client: ServerSocket, event: ClientEvent, payload: unknown) {
    const request = resyncRequest(event, payload)
    if (request) await send(client, request)
  }

  /** Sends the same later, together with the places of the socket's next events. */
  function resyncLater(client: ServerSocket, event: ClientEvent, payload: unknown) {
    const request = resyncRequest(event, payload)
    if (!request) return
    const { showtimeId, places } = request
    const { pendingResyncs } = client.data
    const earlier = pendingResyncs.get(showtimeId)
    if (!earlier && pendingResyncs.size >= MAX_SHOWTIMES) return
    if (pendingResyncs.size === 0) scheduleNext(client)
    pendingResyncs.set(showtimeId, earlier ? mergePlaces(earlier, places) : places)
  }

  return { resync, resyncLater }
}

/** Returns undefined if the event does not match its schema. */
function resyncRequest(event: ClientEvent, payload: unknown): ResyncRequest | undefined {
  try {
    const parsed = parsePayload(event, payload)
    if (typeof parsed === 'string') return { showtimeId: parsed, places: 'all' }
    const { showtimeId, ...places } = parsed
    const ids = Object.values(places).flat()
    return { showtimeId, places: ids.length > 0 ? new Set(ids) : 'all' }
  } catch {
    return undefined
  }
}

function mergePlaces(earlier: ResyncPlaces, later: ResyncPlaces): ResyncPlaces {
  if (earlier === 'all' || later === 'all') return 'all'
  const places = earlier.union(later)
  return places.size > MAX_PLACES ? 'all' : places
}
