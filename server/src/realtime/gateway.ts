import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { AppError, invalidRequest, notOwner, overLimit, TOO_MANY_REQUESTS } from '../errors.ts'
import * as holds from '../inventory/holds/holds.service.ts'
import { adoptHolds, updateLastSeen } from '../inventory/selections/selections.service.ts'
import {
  findJoinedSelections,
  joinSelection,
  setPayer,
  shareSelection,
} from '../inventory/selections/shared-selections.service.ts'
import type { SocketRateLimiter } from '../limits/socket-rate-limiter.ts'
import { tracedSocketEvents } from '../platform/traced.ts'
import type { createBroadcaster } from './broadcaster.ts'
import {
  type AcceptedState,
  acceptedAck,
  isKnownEvent,
  parsePayload,
  refusedAck,
} from './event-validation.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import {
  type Io,
  roomOf,
  type ServerSocket,
  visitorRoomOf,
  visitorShowtimeRoomOf,
} from './rooms.ts'
import { createStateReplies } from './state-replies.ts'
import { createWaitingRoomPushes } from './waiting-room-pushes.ts'

const MAX_SHOWTIMES_PER_SOCKET = 100
const TOO_FAST: Ack = { ok: false, code: 'RATE', message: TOO_MANY_REQUESTS }

type Handlers = {
  [E in ClientEvent]: (socket: ServerSocket, payload: Payload<E>) => Promise<AcceptedState>
}

interface GatewayDependencies {
  broadcaster: ReturnType<typeof createBroadcaster>
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
  const waitingRooms = createWaitingRoomPushes(io, ctx)
  const presence = createPresenceTracker(ctx, {
    listPresent: () =>
      broadcaster
        .listChoosers()
        .filter(({ visitorId }) => rooms.has(visitorRoomOf(visitorId)))
        .map(({ showtimeId, visitorId }) => {
          const isWatching = rooms.has(visitorShowtimeRoomOf(showtimeId, visitorId))
          return { showtimeId, visitorId, isWatching }
        }),
  })

  const handlers: Handlers = {
    joinShowtime: async (socket, showtimeId) => {
      const { visitorId } = track(socket, showtimeId)
      // Joins before the first await: a socket that disconnects in the meantime must not stay in the room.
      await socket.join([roomOf(showtimeId), visitorShowtimeRoomOf(showtimeId, visitorId)])
      try {
        const { rev, isCancelled } = await broadcaster.watchRoom(showtimeId)
        // The client may fetch the map from a node that does not know this revision yet.
        socket.emit('mapRevision', { showtimeId, seats: rev, slots: rev, rev })
        await refreshJoinedSelections(socket)
        if (isCancelled) socket.emit('showCancelled', { showtimeId })
        await waitingRooms.welcome(socket, showtimeId)
      } catch (error) {
        await leave(socket, showtimeId)
        throw error
      }
      const state = await holds.readHoldState(ctx, chooserAt(socket, showtimeId))
      if (state.holdUntil !== null) await updateLastSeen(ctx, [{ showtimeId, visitorId }])
      return state
    },
    leaveShowtime: async (socket, showtimeId) => {
      await leave(socket, showtimeId)
      return holds.readHoldState(ctx, chooserAt(socket, showtimeId))
    },
    holdSeat: (socket, { showtimeId, seatId, accessible, ...rest }) =>
      holds.holdPlaces(ctx, {
        ...requestAt(socket, showtimeId),
        ...placesOf([seatId]),
        ...rest,
        isAccessible: accessible,
      }),
    holdBest: (socket, { showtimeId, seats, category, ...request }) =>
      holds.holdBestSeats(ctx, {
        ...requestAt(socket, showtimeId),
        size: seats,
        category,
        proof: request.proof,
        isAccessible: request.accessible,
        isTogether: request.together,
        isReplacing: request.replace,
      }),
    holdBlock: async (socket, { showtimeId, seatIds, accessible, replace, ...rest }) => {
      const visitor = { ...requestAt(socket, showtimeId), ...rest, isAccessible: accessible }
      const request = { ...visitor, ...placesOf(seatIds) }
      if (replace) return holds.holdInstead(ctx, request)
      return { ...(await holds.holdPlaces(ctx, request)), seatIds: request.placeIds }
    },
    releaseSeat: (socket, { showtimeId, seatId }) =>
      holds.releasePlaces(ctx, { ...chooserAt(socket, showtimeId), placeIds: [seatId] }),
    holdParkingSlot: (socket, { showtimeId, slotId, ...rest }) =>
      holds.holdPlaces(ctx, {
        ...requestAt(socket, showtimeId),
        ...placesOf([], [slotId]),
        ...rest,
      }),
    releaseParkingSlot: (socket, { showtimeId, slotId }) =>
      holds.releasePlaces(ctx, { ...chooserAt(socket, showtimeId), placeIds: [slotId] }),
    extendHold: (socket, { showtimeId }) => holds.extendHold(ctx, requestAt(socket, showtimeId)),
    beginCheckout: async (socket, { showtimeId, seatIds, slotIds, ...rest }) => {
      const visitor = requestAt(socket, showtimeId)
      const places = placesOf(seatIds, slotIds)
      const state = await holds.beginCheckout(ctx, { ...visitor, ...places, ...rest })
      socket.data.checkouts.add(showtimeId)
      return state
    },
    shareSelection: async (socket, { showtimeId }) => {
      await refreshJoinedSelections(socket)
      const chooser = chooserAt(socket, showtimeId)
      if (chooser.friend) throw notOwner('Only the person who started this selection can invite.')
      const link = await shareSelection(ctx, chooser)
      return { ...(await holds.readHoldState(ctx, chooser)), link }
    },
    setPayer: async (socket, { showtimeId, paysForAll }) => {
      const chooser = chooserAt(socket, showtimeId)
      if (!chooser.friend) await setPayer(ctx, chooser, paysForAll)
      return holds.readHoldState(ctx, chooser)
    },
    joinSelection: async (socket, { token, name }) => {
      const { visitorId } = socket.data
      const showtimeId = await joinSelection(ctx, { token, name, friendId: visitorId })
      const joinedSelections = await findJoinedSelections(ctx, visitorId)
      const joined = joinedSelections.get(showtimeId)
      // The other tabs of this node follow. Those of other nodes follow when they connect again.
      for (const tab of await io.in(visitorRoomOf(visitorId)).fetchSockets()) {
        if (joined) tab.data.joinedSelections.set(showtimeId, joined)
      }
      return { ...(await holds.readHoldState(ctx, chooserAt(socket, showtimeId))), showtimeId }
    },
  }

  async function leave(socket: ServerSocket, showtimeId: string) {
    const { visitorId, showtimes } = socket.data
    await socket.leave(roomOf(showtimeId))
    await socket.leave(visitorShowtimeRoomOf(showtimeId, visitorId))
    if (!showtimes.delete(showtimeId)) return
    waitingRooms.remove(showtimeId, visitorId)
    presence.recordDisconnect({ showtimeId, visitorId, isWatching: true })
  }

  io.on('connection', (socket) => {
    void socket.join(visitorRoomOf(socket.data.visitorId))
    void resumeCheckouts(socket)
    socket.onAny((event: string, ...args: unknown[]) => void receive(socket, event, args))
    socket.on('disconnect', () => {
      const { visitorId, showtimes, checkouts } = socket.data
      for (const showtimeId of showtimes) waitingRooms.remove(showtimeId, visitorId)
      for (const showtimeId of showtimes.union(checkouts)) {
        const isWatching = showtimes.has(showtimeId)
        presence.recordDisconnect({ showtimeId, visitorId, isWatching })
      }
    })
  })

  /** Tracks the showtimes at which a visitor who has connected again holds places, so that a checkout is not abandoned. */
  async function resumeCheckouts({ data }: ServerSocket) {
    try {
      for (const showtimeId of await adoptHolds(ctx, data)) {
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
    const isTooFast =
      !rateLimiter.isEventAllowed(socket.conn) ||
      (event === 'holdBest' && !rateLimiter.isChoiceAllowed(socket.conn))
    const startedAt = performance.now()
    const ack = isTooFast
      ? TOO_FAST
      : await tracedSocketEvents.tracePromise(() => createAck(socket, event, payload), { event })
    const seconds = (performance.now() - startedAt) / 1000
    ctx.metrics.recordAcknowledgement(isKnownEvent(event) ? event : 'unknown', ack, seconds)
    if (acknowledge) acknowledge(ack)
    else if (!isKnownEvent(event)) return
    else if (isTooFast) sendStateLater(socket, event, payload)
    else if (!ack.ok || event === 'joinShowtime') await sendState(socket, event, payload)
  }

  /** A friend whose shared selection has ended chooses for themselves again. */
  async function refreshJoinedSelections({ data }: ServerSocket) {
    if (data.joinedSelections.size > 0)
      data.joinedSelections = await findJoinedSelections(ctx, data.visitorId)
  }

  const leaveEndedSelections = async (socket: ServerSocket, error: unknown) =>
    error instanceof AppError && error.code === 'NOT_OWNER' && refreshJoinedSelections(socket)

  async function createAck(socket: ServerSocket, event: string, payload: unknown): Promise<Ack> {
    try {
      if (!isKnownEvent(event)) throw invalidRequest()
      return acceptedAck(await handle(socket, event, payload))
    } catch (error) {
      await leaveEndedSelections(socket, error).catch(() => undefined)
      return refusedAck(error, ctx.log)
    }
  }

  async function handle<E extends ClientEvent>(socket: ServerSocket, event: E, payload: unknown) {
    const parsed = parsePayload(event, payload)
    const state = await handlers[event](socket, parsed)
    const showtimeId = state.showtimeId ?? showtimeOf(parsed)
    if (state.holdUntil !== null && showtimeId) broadcaster.trackHolds(showtimeId)
    return state
  }

  /** Who asks at a showtime, with what the limits need. Tracks the showtime, so it throws LIMIT. */
  function requestAt(socket: ServerSocket, showtimeId: string) {
    const { address, userId, email, isConfirmed } = socket.data
    track(socket, showtimeId)
    return { ...chooserAt(socket, showtimeId), address, userId, email, isConfirmed }
  }

  /** Adds a showtime to those of the socket: when the socket disconnects, the grace period of the visitor starts there. Throws LIMIT. */
  function track({ data: { visitorId, showtimes } }: ServerSocket, showtimeId: string) {
    if (showtimes.has(showtimeId)) return { showtimeId, visitorId }
    if (showtimes.size >= MAX_SHOWTIMES_PER_SOCKET) {
      throw overLimit('You have too many showtimes open in this window. Please close some of them.')
    }
    showtimes.add(showtimeId)
    waitingRooms.add(showtimeId, visitorId)
    return { showtimeId, visitorId }
  }

  return { updatePresence: presence.update, waitingRooms }
}

const showtimeOf = (parsed: Payload<ClientEvent>) =>
  typeof parsed === 'string' ? parsed : 'showtimeId' in parsed ? parsed.showtimeId : undefined

/** The holder in whose selection the visitor of a socket chooses places, and the visitor as a friend if it is a shared one. */
const chooserAt = (
  { data: { visitorId: holder, joinedSelections } }: ServerSocket,
  showtimeId: string,
) => ({
  showtimeId,
  holder,
  friend: undefined,
  ...joinedSelections.get(showtimeId),
})

const placesOf = (seatIds: string[], slotIds: string[] = []) => ({
  placeIds: [...new Set([...seatIds, ...slotIds])],
  seatIds,
})
