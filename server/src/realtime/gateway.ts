import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import { createSocketRateLimiter } from '../admission/socket-rate-limiter.ts'
import type { Context } from '../context.ts'
import { overLimit, TOO_MANY_REQUESTS, unreadable } from '../errors.ts'
import type { HoldState } from '../inventory/claim-requests.ts'
import { recordPresence } from '../inventory/expiry.service.ts'
import * as claims from '../inventory/holds.service.ts'
import type { Broadcaster } from './broadcaster.ts'
import { accepted, checked, isKnown, refused } from './event-validation.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import { createResync } from './resync.ts'
import { type Client, holderRoomOf, type Io, ownRoomOf, roomOf } from './rooms.ts'

const MOST_SHOWTIMES = 100
const TOO_FAST: Ack = { ok: false, code: 'RATE', message: TOO_MANY_REQUESTS }

/** All of them in one word: a browser may call its events as it likes. */
const UNKNOWN = 'unknown'

type Handlers = {
  [E in ClientEvent]: (client: Client, wish: Payload<E>) => Promise<HoldState>
}

/** Takes what browsers send, makes the same calls a route would, and answers. */
export function createGateway(io: Io, ctx: Context, publisher: Broadcaster) {
  const corrections = createResync(ctx)
  const attendance = createPresenceTracker(ctx, {
    isHere: ({ showtimeId, holder }) => io.sockets.adapter.rooms.has(ownRoomOf(showtimeId, holder)),
    holding: publisher.holding,
  })

  // By connection: over one of them, a window may be closed and opened again as often as it likes.
  const paces = new WeakMap<Client['conn'], () => boolean>()
  function paceOf({ conn }: Client) {
    const known = paces.get(conn)
    if (known) return known
    const pace = createSocketRateLimiter(ctx.now)
    paces.set(conn, pace)
    return pace
  }

  const handlers: Handlers = {
    joinShowtime: async (client, showtimeId) => {
      const { holder } = visiting(client, showtimeId)
      // Before any wait: a window that closes meanwhile would stay in the room for ever.
      await client.join([roomOf(showtimeId), ownRoomOf(showtimeId, holder)])
      try {
        await publisher.open(showtimeId)
      } catch (error) {
        await leave(client, showtimeId)
        throw error
      }
      const standing = await claims.readHoldState(ctx, { showtimeId, holder })
      if (standing.holdUntil !== null) await recordPresence(ctx, [{ showtimeId, holder }])
      return standing
    },
    leaveShowtime: async (client, showtimeId) => {
      await leave(client, showtimeId)
      return claims.readHoldState(ctx, { showtimeId, holder: client.data.holder })
    },
    holdSeat: (client, { showtimeId, seatId }) =>
      claims.holdPlaces(ctx, { ...visiting(client, showtimeId), ...placesOf([seatId]) }),
    releaseSeat: ({ data: { holder } }, { showtimeId, seatId }) =>
      claims.releasePlaces(ctx, { showtimeId, holder, placeIds: [seatId] }),
    holdParkingSlot: (client, { showtimeId, slotId }) =>
      claims.holdPlaces(ctx, { ...visiting(client, showtimeId), ...placesOf([], [slotId]) }),
    releaseParkingSlot: ({ data: { holder } }, { showtimeId, slotId }) =>
      claims.releasePlaces(ctx, { showtimeId, holder, placeIds: [slotId] }),
    extendHold: (client, { showtimeId }) => claims.extendHold(ctx, visiting(client, showtimeId)),
    beginCheckout: (client, { showtimeId, seatIds, slotIds }) =>
      claims.beginCheckout(ctx, { ...visiting(client, showtimeId), ...placesOf(seatIds, slotIds) }),
  }

  async function leave(client: Client, showtimeId: string) {
    const { holder, showtimes } = client.data
    await client.leave(roomOf(showtimeId))
    await client.leave(ownRoomOf(showtimeId, holder))
    if (showtimes.delete(showtimeId)) attendance.leave({ showtimeId, holder })
  }

  io.on('connection', (client) => {
    void client.join(holderRoomOf(client.data.holder))
    client.onAny((event: string, ...args: unknown[]) => void receive(client, event, args))
    client.on('disconnect', () => {
      const { holder, showtimes } = client.data
      for (const showtimeId of showtimes) attendance.leave({ showtimeId, holder })
    })
  })
  io.sockets.adapter.on('delete-room', (room: string) => {
    if (room.startsWith(roomOf(''))) publisher.close(room.slice(roomOf('').length))
  })

  /** Takes whatever comes over a window, known or not, as long as it comes at a pace. */
  async function receive(client: Client, event: string, args: unknown[]) {
    const [payload] = args
    const acknowledge = args.findLast((one) => typeof one === 'function')
    const isTooFast = ctx.config.rateLimits && !paceOf(client)()
    const since = performance.now()
    const ack = isTooFast ? TOO_FAST : await answer(client, event, payload)
    const seconds = (performance.now() - since) / 1000
    ctx.metrics.acknowledged(isKnown(event) ? event : UNKNOWN, ack, seconds)
    if (acknowledge) acknowledge(ack)
    else if (!isKnown(event)) return
    else if (isTooFast) corrections.correctLater(client, event, payload)
    else if (!ack.ok || event === 'joinShowtime') await corrections.correct(client, event, payload)
  }

  async function answer(client: Client, event: string, payload: unknown): Promise<Ack> {
    try {
      if (!isKnown(event)) throw unreadable()
      return accepted(await handle(client, event, payload))
    } catch (error) {
      return refused(error, ctx.log)
    }
  }

  function handle<E extends ClientEvent>(client: Client, event: E, payload: unknown) {
    const wish = checked(event, payload)
    return handlers[event](client, wish)
  }

  return { takeAttendance: attendance.takeTurn }
}

/** Remembers what a window is about, so that its holds end when it is gone. Throws LIMIT. */
function visiting({ data: { holder, showtimes } }: Client, showtimeId: string) {
  if (!showtimes.has(showtimeId) && showtimes.size >= MOST_SHOWTIMES) {
    throw overLimit('That is too many showtimes in one window. Please close some of them.')
  }
  showtimes.add(showtimeId)
  return { showtimeId, holder }
}

const placesOf = (seatIds: string[], slotIds: string[] = []) => ({
  placeIds: [...new Set([...seatIds, ...slotIds])],
  seatIds,
})
