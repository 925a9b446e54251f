import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import type { SocketRateLimiter } from '../admission/socket-rate-limiter.ts'
import type { Context } from '../context.ts'
import { invalidRequest, overLimit, TOO_MANY_REQUESTS } from '../errors.ts'
import type { HoldState } from '../inventory/claim-requests.ts'
import { resumeHolds, updateLastSeen } from '../inventory/hold-cleanup.service.ts'
import * as holds from '../inventory/holds.service.ts'
import type { Broadcaster } from './broadcaster.ts'
import { acceptedAck, isKnownEvent, parsePayload, refusedAck } from './event-validation.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import { holderRoomOf, holderShowtimeRoomOf, type Io, roomOf, type ServerSocket } from './rooms.ts'
import { createStateReplies } from './state-replies.ts'

const MAX_SHOWTIMES_PER_SOCKET = 100
const TOO_FAST: Ack = { ok: false, code: 'RATE', message: TOO_MANY_REQUESTS }

type Handlers = {
  [E in ClientEvent]: (socket: ServerSocket, payload: Payload<E>) => Promise<HoldState>
}

interface GatewayDependencies {
  broadcaster: Broadcaster
  rateLimiter: SocketRateLimiter
}

/** Receives the events of sockets, calls the service that a route would call, and acknowledges. */
export function createGateway(
  io: Io,
  ctx: Context,
  { broadcaster, rateLimiter }: GatewayDependencies,
) {
  const { sendState, sendStateLater } = createStateReplies(ctx, rateLimiter)
  const { rooms } = io.sockets.adapter
  const presence = createPresenceTracker(ctx, {
    listPresent: () =>
      broadcaster
        .listHolders()
        .filter(({ holder }) => rooms.has(holderRoomOf(holder)))
        .map(({ showtimeId, holder }) => {
          const isWatching = rooms.has(holderShowtimeRoomOf(showtimeId, holder))
          return { showtimeId, holder, isWatching }
        }),
  })

  const handlers: Handlers = {
    joinShowtime: async (socket, showtimeId) => {
      const { holder } = trackShowtime(socket, showtimeId)
      // Joins before the first await: a socket that disconnects in the meantime must not stay in the room.
      await socket.join([roomOf(showtimeId), holderShowtimeRoomOf(showtimeId, holder)])
      try {
        const rev = await broadcaster.watchRoom(showtimeId)
        // The client may fetch the map from a node that does not know this revision yet.
        socket.emit('mapRevision', { showtimeId, seats: rev, slots: rev, rev })
      } catch (error) {
        await leave(socket, showtimeId)
        throw error
      }
      const state = await holds.readHoldState(ctx, { showtimeId, holder })
      if (state.holdUntil !== null) await updateLastSeen(ctx, [{ showtimeId, holder }])
      return state
    },
    leaveShowtime: async (socket, showtimeId) => {
      await leave(socket, showtimeId)
      return holds.readHoldState(ctx, { showtimeId, holder: socket.data.holder })
    },
    holdSeat: (socket, { showtimeId, seatId, proof }) =>
      holds.holdPlaces(ctx, { ...visitorAt(socket, showtimeId), ...placesOf([seatId]), proof }),
    releaseSeat: ({ data: { holder } }, { showtimeId, seatId }) =>
      holds.releasePlaces(ctx, { showtimeId, holder, placeIds: [seatId] }),
    holdParkingSlot: (socket, { showtimeId, slotId, proof }) =>
      holds.holdPlaces(ctx, { ...visitorAt(socket, showtimeId), ...placesOf([], [slotId]), proof }),
    releaseParkingSlot: ({ data: { holder } }, { showtimeId, slotId }) =>
      holds.releasePlaces(ctx, { showtimeId, holder, placeIds: [slotId] }),
    extendHold: (socket, { showtimeId }) =>
      holds.extendHold(ctx, trackShowtime(socket, showtimeId)),
    beginCheckout: (socket, { showtimeId, seatIds, slotIds, proof }) => {
      socket.data.checkouts.add(showtimeId)
      const places = placesOf(seatIds, slotIds)
      return holds.beginCheckout(ctx, { ...visitorAt(socket, showtimeId), ...places, proof })
    },
  }

  async function leave(socket: ServerSocket, showtimeId: string) {
    const { holder, showtimes } = socket.data
    await socket.leave(roomOf(showtimeId))
    await socket.leave(holderShowtimeRoomOf(showtimeId, holder))
    if (!showtimes.delete(showtimeId)) return
    presence.recordDisconnect({ showtimeId, holder, isWatching: true })
  }

  io.on('connection', (socket) => {
    void socket.join(holderRoomOf(socket.data.holder))
    void resumeCheckouts(socket)
    socket.onAny((event: string, ...args: unknown[]) => void receive(socket, event, args))
    socket.on('disconnect', () => {
      const { holder, showtimes, checkouts } = socket.data
      for (const showtimeId of showtimes.union(checkouts)) {
        const isWatching = showtimes.has(showtimeId)
        presence.recordDisconnect({ showtimeId, holder, isWatching })
      }
    })
  })

  /** Tracks the showtimes at which a holder who has connected again holds places, so that a checkout is not abandoned. */
  async function resumeCheckouts({ data }: ServerSocket) {
    try {
      for (const showtimeId of await resumeHolds(ctx, data)) {
        data.checkouts.add(showtimeId)
        broadcaster.trackHolds(showtimeId)
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'holds could not be resumed')
    }
  }

  async function receive(socket: ServerSocket, event: string, args: unknown[]) {
    const [payload] = args
    const acknowledge = args.findLast((arg) => typeof arg === 'function')
    const isTooFast = !rateLimiter.isEventAllowed(socket.conn)
    const startedAt = performance.now()
    const ack = isTooFast ? TOO_FAST : await createAck(socket, event, payload)
    const seconds = (performance.now() - startedAt) / 1000
    ctx.metrics.recordAcknowledgement(isKnownEvent(event) ? event : 'unknown', ack, seconds)
    if (acknowledge) acknowledge(ack)
    else if (!isKnownEvent(event)) return
    else if (isTooFast) sendStateLater(socket, event, payload)
    else if (!ack.ok || event === 'joinShowtime') await sendState(socket, event, payload)
  }

  async function createAck(socket: ServerSocket, event: string, payload: unknown): Promise<Ack> {
    try {
      if (!isKnownEvent(event)) throw invalidRequest()
      return acceptedAck(await handle(socket, event, payload))
    } catch (error) {
      return refusedAck(error, ctx.log)
    }
  }

  async function handle<E extends ClientEvent>(socket: ServerSocket, event: E, payload: unknown) {
    const parsed = parsePayload(event, payload)
    const state = await handlers[event](socket, parsed)
    const showtimeId = typeof parsed === 'string' ? parsed : parsed.showtimeId
    if (state.holdUntil !== null) broadcaster.trackHolds(showtimeId)
    return state
  }

  return { updatePresence: presence.update }
}

/** Adds a showtime to those of the socket: when the socket disconnects, the grace period of the holder starts there. Throws LIMIT. */
function trackShowtime({ data: { holder, showtimes } }: ServerSocket, showtimeId: string) {
  if (!showtimes.has(showtimeId) && showtimes.size >= MAX_SHOWTIMES_PER_SOCKET) {
    throw overLimit('You have too many showtimes open in this window. Please close some of them.')
  }
  showtimes.add(showtimeId)
  return { showtimeId, holder }
}

/** The visitor of a socket, whose holds are limited per holder, account and address. */
function visitorAt(socket: ServerSocket, showtimeId: string) {
  const { address, userId, isConfirmed } = socket.data
  return { ...trackShowtime(socket, showtimeId), address, userId, isConfirmed }
}

const placesOf = (seatIds: string[], slotIds: string[] = []) => ({
  placeIds: [...new Set([...seatIds, ...slotIds])],
  seatIds,
})
