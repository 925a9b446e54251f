import type { ClientEvent, Payload } from '@marquee/contract/socket'
import type { Context } from '../context.ts'
import { notOwner, overLimit } from '../errors.ts'
import type { HoldState } from '../inventory/commands/hold.ts'
import * as holds from '../inventory/holds/holds.service.ts'
import { updateLastSeen } from '../inventory/selections/selections.service.ts'
import {
  findJoinedSelections,
  joinSelection,
  setPayer,
  shareSelection,
} from '../inventory/selections/shared-selections.service.ts'
import type { createBroadcaster } from './broadcaster.ts'
import type { createPresenceTracker } from './presence-tracker.ts'
import {
  type Io,
  roomOf,
  type ServerSocket,
  visitorRoomOf,
  visitorShowtimeRoomOf,
} from './rooms.ts'
import type { createWaitingRoomPushes } from './waiting-room-pushes.ts'

const MAX_SHOWTIMES_PER_SOCKET = 100

/** What an event returns: the state of the selection, and what the event asks for. */
export type AcceptedState = HoldState & {
  seatIds?: readonly string[]
  link?: string
  showtimeId?: string
}

type Handlers = {
  [E in ClientEvent]: (socket: ServerSocket, payload: Payload<E>) => Promise<AcceptedState>
}

interface Dependencies {
  broadcaster: Pick<ReturnType<typeof createBroadcaster>, 'watchRoom'>
  waitingRooms: Pick<ReturnType<typeof createWaitingRoomPushes>, 'add' | 'remove' | 'welcome'>
  presence: Pick<ReturnType<typeof createPresenceTracker>, 'recordDisconnect'>
}

/** What each event of a socket does: it makes the call that a route would make. */
export function createEventHandlers(
  io: Io,
  ctx: Context,
  { broadcaster, waitingRooms, presence }: Dependencies,
) {
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
      holds.releasePlaces(ctx, { ...visitorAt(socket, showtimeId), placeIds: [seatId] }),
    holdParkingSlot: (socket, { showtimeId, slotId, ...rest }) =>
      holds.holdPlaces(ctx, {
        ...requestAt(socket, showtimeId),
        ...placesOf([], [slotId]),
        ...rest,
      }),
    releaseParkingSlot: (socket, { showtimeId, slotId }) =>
      holds.releasePlaces(ctx, { ...visitorAt(socket, showtimeId), placeIds: [slotId] }),
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

  /** A friend whose shared selection has ended chooses for themselves again. */
  async function refreshJoinedSelections({ data }: ServerSocket) {
    if (data.joinedSelections.size > 0)
      data.joinedSelections = await findJoinedSelections(ctx, data.visitorId)
  }

  /** Who asks for places at a showtime. Tracks the showtime, so it throws LIMIT. */
  function requestAt(socket: ServerSocket, showtimeId: string) {
    track(socket, showtimeId)
    return visitorAt(socket, showtimeId)
  }

  /** Adds a showtime to those of the socket: when the socket disconnects, the grace period of the visitor starts there. Throws LIMIT. */
  function track({ data }: ServerSocket, showtimeId: string) {
    const { visitorId, showtimes } = data
    if (showtimes.has(showtimeId)) return { showtimeId, visitorId }
    if (showtimes.size >= MAX_SHOWTIMES_PER_SOCKET) {
      throw overLimit('You have too many showtimes open in this window. Please close some of them.')
    }
    showtimes.add(showtimeId)
    waitingRooms.add({ ...data, showtimeId })
    return { showtimeId, visitorId }
  }

  return { handlers, refreshJoinedSelections }
}

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

/** Who asks at a showtime, with what the limits need. */
function visitorAt(socket: ServerSocket, showtimeId: string) {
  const { address, userId, email, isConfirmed } = socket.data
  return { ...chooserAt(socket, showtimeId), address, userId, email, isConfirmed }
}

const placesOf = (seatIds: string[], slotIds: string[] = []) => ({
  placeIds: [...new Set([...seatIds, ...slotIds])],
  seatIds,
})
