import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import { createSocketRateLimiter } from '../admission/socket-rate-limiter.ts'
import type { Context } from '../context.ts'
import { invalidRequest, overLimit, TOO_MANY_REQUESTS } from '../errors.ts'
import type { HoldState } from '../inventory/claim-requests.ts'
import { recordPresence } from '../inventory/expiry.service.ts'
import * as holds from '../inventory/holds.service.ts'
import type { Broadcaster } from './broadcaster.ts'
import { acceptedAck, isKnownEvent, parsePayload, refusedAck } from './event-validation.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import { createResync } from './resync.ts'
import { holderRoomOf, holderShowtimeRoomOf, type Io, roomOf, type ServerSocket } from './rooms.ts'

const MAX_SHOWTIMES_PER_SOCKET = 100
const TOO_FAST: Ack = { ok: false, code: 'RATE', message: TOO_MANY_REQUESTS }

type Handlers = {
  [E in ClientEvent]: (client: ServerSocket, payload: Payload<E>) => Promise<HoldState>
}

/** Receives the events of sockets, calls the service that a route would call, and acknowledges. */
export function createGateway(io: Io, ctx: Context, broadcaster: Broadcaster) {
  const { resync, resyncLater } = createResync(ctx)
  const isPresent = ({ showtimeId, holder }: { showtimeId: string; holder: string }) =>
    io.sockets.adapter.rooms.has(holderShowtimeRoomOf(showtimeId, holder))
  const presence = createPresenceTracker(ctx, {
    listPresent: () => broadcaster.listHolders().filter(isPresent),
  })
  const isWithinRate = createSocketRateLimiter(ctx.now)

  const handlers: Handlers = {
    joinShowtime: async (client, showtimeId) => {
      const { holder } = trackShowtime(client, showtimeId)
      // Joins before the first await: a socket that disconnects in the meantime must not stay in the room.
      await client.join([roomOf(showtimeId), holderShowtimeRoomOf(showtimeId, holder)])
      try {
        await broadcaster.watchRoom(showtimeId)
      } catch (error) {
        await leave(client, showtimeId)
        throw error
      }
      const state = await holds.readHoldState(ctx, { showtimeId, holder })
      if (state.holdUntil !== null) await recordPresence(ctx, [{ showtimeId, holder }])
      return state
    },
    leaveShowtime: async (client, showtimeId) => {
      await leave(client, showtimeId)
      return holds.readHoldState(ctx, { showtimeId, holder: client.data.holder })
    },
    holdSeat: (client, { showtimeId, seatId }) =>
      holds.holdPlaces(ctx, { ...trackShowtime(client, showtimeId), ...placesOf([seatId]) }),
    releaseSeat: ({ data: { holder } }, { showtimeId, seatId }) =>
      holds.releasePlaces(ctx, { showtimeId, holder, placeIds: [seatId] }),
    holdParkingSlot: (client, { showtimeId, slotId }) =>
      holds.holdPlaces(ctx, { ...trackShowtime(client, showtimeId), ...placesOf([], [slotId]) }),
    releaseParkingSlot: ({ data: { holder } }, { showtimeId, slotId }) =>
      holds.releasePlaces(ctx, { showtimeId, holder, placeIds: [slotId] }),
    extendHold: (client, { showtimeId }) =>
      holds.extendHold(ctx, trackShowtime(client, showtimeId)),
    beginCheckout: (client, { showtimeId, seatIds, slotIds }) =>
      holds.beginCheckout(ctx, {
        ...trackShowtime(client, showtimeId),
        ...placesOf(seatIds, slotIds),
      }),
  }

  async function leave(client: ServerSocket, showtimeId: string) {
    const { holder, showtimes } = client.data
    await client.leave(roomOf(showtimeId))
    await client.leave(holderShowtimeRoomOf(showtimeId, holder))
    if (showtimes.delete(showtimeId)) presence.recordDisconnect({ showtimeId, holder })
  }

  io.on('connection', (client) => {
    void client.join(holderRoomOf(client.data.holder))
    client.onAny((event: string, ...args: unknown[]) => void receive(client, event, args))
    client.on('disconnect', () => {
      const { holder, showtimes } = client.data
      for (const showtimeId of showtimes) presence.recordDisconnect({ showtimeId, holder })
    })
  })

  async function receive(client: ServerSocket, event: string, args: unknown[]) {
    const [payload] = args
    const acknowledge = args.findLast((arg) => typeof arg === 'function')
    const isTooFast = ctx.config.rateLimits && !isWithinRate(client.conn)
    const startedAt = performance.now()
    const ack = isTooFast ? TOO_FAST : await answer(client, event, payload)
    const seconds = (performance.now() - startedAt) / 1000
    ctx.metrics.recordAcknowledgement(isKnownEvent(event) ? event : 'unknown', ack, seconds)
    if (acknowledge) acknowledge(ack)
    else if (!isKnownEvent(event)) return
    else if (isTooFast) resyncLater(client, event, payload)
    else if (!ack.ok || event === 'joinShowtime') await resync(client, event, payload)
  }

  async function answer(client: ServerSocket, event: string, payload: unknown): Promise<Ack> {
    try {
      if (!isKnownEvent(event)) throw invalidRequest()
      return acceptedAck(await handle(client, event, payload))
    } catch (error) {
      return refusedAck(error, ctx.log)
    }
  }

  async function handle<E extends ClientEvent>(client: ServerSocket, event: E, payload: unknown) {
    const parsed = parsePayload(event, payload)
    const state = await handlers[event](client, parsed)
    const showtimeId = typeof parsed === 'string' ? parsed : parsed.showtimeId
    if (state.holdUntil !== null) broadcaster.trackHolds(showtimeId)
    return state
  }

  return { updatePresence: presence.update }
}

/** Remembers the showtime, so that the holder's presence there ends with the socket. Throws LIMIT. */
function trackShowtime({ data: { holder, showtimes } }: ServerSocket, showtimeId: string) {
  if (!showtimes.has(showtimeId) && showtimes.size >= MAX_SHOWTIMES_PER_SOCKET) {
    throw overLimit('You have too many showtimes open in this window. Please close some of them.')
  }
  showtimes.add(showtimeId)
  return { showtimeId, holder }
}

const placesOf = (seatIds: string[], slotIds: string[] = []) => ({
  placeIds: [...new Set([...seatIds, ...slotIds])],
  seatIds,
})
