import { type ClientEvent, clientEvents } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { placeViews, shownPlaces, viewShowtime } from '../inventory/views/seat-map.ts'
import type { SocketRateLimiter } from '../limits/socket-rate-limiter.ts'
import type { PlaceIdsOrAll, ServerSocket } from './rooms.ts'

/** After a flood of events, a socket is sent one showtime a second. */
const INTERVAL_MS = 1000
const MAX_SHOWTIMES = 100
const MAX_PLACES = 40

interface StateRequest {
  showtimeId: string
  places: PlaceIdsOrAll
}

/** For sockets that asked for no acknowledgement: sends the current state of the places in their event. */
export function createStateReplies(ctx: Context, { isMapAllowed }: SocketRateLimiter) {
  async function send(socket: ServerSocket, { showtimeId, places: wanted }: StateRequest) {
    try {
      const view = await viewShowtime(ctx, showtimeId)
      const { rev } = view.state
      const places = shownPlaces(view.state).filter(({ id }) => wanted === 'all' || wanted.has(id))
      // All revisions are equal: clients behind `rev` must fetch the whole map, because the push contains only the requested places.
      const step = { showtimeId, rev, previousPushRev: rev, sinceRev: rev }
      const { seats, slots } = placeViews(view, places, socket.data.visitorId)
      if (seats.length > 0) socket.emit('seatsUpdated', { seats, ...step })
      if (slots.length > 0) socket.emit('parkingUpdated', { parkingSlots: slots, ...step })
    } catch (error) {
      // Nothing is sent for an unknown showtime.
      if (!(error instanceof AppError))
        ctx.log.warn({ err: error, showtimeId }, 'sending state failed')
    }
  }

  function scheduleNext(socket: ServerSocket) {
    setTimeout(() => void sendNext(socket), INTERVAL_MS).unref()
  }

  async function sendNext(socket: ServerSocket) {
    const { pendingStates } = socket.data
    const [next] = pendingStates
    if (!next || !socket.connected) return
    const [showtimeId, places] = next
    if (places === 'all' && !isMapAllowed(socket.conn)) return scheduleNext(socket)
    await send(socket, { showtimeId, places })
    if (pendingStates.get(showtimeId) === places) pendingStates.delete(showtimeId)
    if (pendingStates.size > 0) scheduleNext(socket)
  }

  /** Sends the places of an event now. Sends the whole map as soon as its rate allows. */
  async function sendState(socket: ServerSocket, event: ClientEvent, payload: unknown) {
    const request = stateRequestOf(event, payload)
    if (!request) return
    if (request.places === 'all' && !isMapAllowed(socket.conn)) sendLater(socket, request)
    else await send(socket, request)
  }

  /** Sends the places of an event later, together with those of the socket's next events. */
  function sendStateLater(socket: ServerSocket, event: ClientEvent, payload: unknown) {
    const request = stateRequestOf(event, payload)
    if (request) sendLater(socket, request)
  }

  function sendLater(socket: ServerSocket, { showtimeId, places }: StateRequest) {
    const { pendingStates } = socket.data
    const earlier = pendingStates.get(showtimeId)
    if (!earlier && pendingStates.size >= MAX_SHOWTIMES) return
    if (pendingStates.size === 0) scheduleNext(socket)
    pendingStates.set(showtimeId, earlier ? mergePlaces(earlier, places) : places)
  }

  return { sendState, sendStateLater }
}

const PLACE_FIELDS = ['seatId', 'slotId', 'seatIds', 'slotIds'] as const
type Places = Record<(typeof PLACE_FIELDS)[number], string | string[]>

/** Returns undefined if the event does not match its schema. */
function stateRequestOf(event: ClientEvent, payload: unknown): StateRequest | undefined {
  const { success, data } = clientEvents[event].safeParse(payload)
  if (!success) return undefined
  if (typeof data === 'string') return { showtimeId: data, places: 'all' }
  if (!('showtimeId' in data)) return undefined
  const ids = PLACE_FIELDS.flatMap((field) => (data as Partial<Places>)[field] ?? [])
  return { showtimeId: data.showtimeId, places: ids.length > 0 ? new Set(ids) : 'all' }
}

function mergePlaces(earlier: PlaceIdsOrAll, later: PlaceIdsOrAll): PlaceIdsOrAll {
  if (earlier === 'all' || later === 'all') return 'all'
  const places = earlier.union(later)
  return places.size > MAX_PLACES ? 'all' : places
}
