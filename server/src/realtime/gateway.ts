import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import * as claims from '../claims/claims.service.ts'
import { readMap, seatView, slotView } from '../claims/showtime-map.ts'
import type { Context } from '../context.ts'
import { overLimit } from '../errors.ts'
import { createAbsences } from './absences.ts'
import { createPace } from './pace.ts'
import type { Publisher } from './publisher.ts'
import { accepted, checked, refused } from './receive.ts'
import { type Client, holderRoomOf, type Io, ownRoomOf, roomOf } from './rooms.ts'

const MOST_SHOWTIMES = 100
const TOO_FAST: Ack = {
  ok: false,
  code: 'RATE',
  message: 'That was too fast. Please wait a moment and try again.',
}

type Handlers = {
  [E in ClientEvent]: (client: Client, wish: Payload<E>) => Promise<claims.Standing>
}

/** Takes what browsers send, makes the same calls a route would, and answers. */
export function createGateway(io: Io, ctx: Context, publisher: Publisher) {
  const absences = createAbsences(ctx, (showtimeId, holder) =>
    io.sockets.adapter.rooms.has(ownRoomOf(showtimeId, holder)),
  )

  // By connection: over one of them, a window may be closed and opened again as often as it likes.
  const paces = new WeakMap<Client['conn'], () => boolean>()
  function paceOf({ conn }: Client) {
    const known = paces.get(conn)
    if (known) return known
    const pace = createPace(ctx.now)
    paces.set(conn, pace)
    return pace
  }

  const handlers: Handlers = {
    joinShowtime: async (client, showtimeId) => {
      const { holder } = visiting(client, showtimeId)
      // Before any wait: a window that closes meanwhile would stay in the room for ever.
      await client.join([roomOf(showtimeId), ownRoomOf(showtimeId, holder)])
      absences.end(showtimeId, holder)
      try {
        await publisher.open(showtimeId)
      } catch (error) {
        await leave(client, showtimeId)
        throw error
      }
      return claims.standing(ctx, { showtimeId, holder })
    },
    leaveShowtime: async (client, showtimeId) => {
      await leave(client, showtimeId)
      return claims.standing(ctx, { showtimeId, holder: client.data.holder })
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
    if (showtimes.delete(showtimeId)) absences.begin(showtimeId, holder)
  }

  io.on('connection', (client) => {
    void client.join(holderRoomOf(client.data.holder))
    for (const event of Object.keys(handlers) as ClientEvent[]) listen(client, event)
    client.on('disconnect', () => {
      for (const showtimeId of client.data.showtimes) absences.begin(showtimeId, client.data.holder)
    })
  })
  io.sockets.adapter.on('delete-room', (room: string) => {
    if (room.startsWith(roomOf(''))) publisher.close(room.slice(roomOf('').length))
  })

  function listen<E extends ClientEvent>(client: Client, event: E) {
    const receive = async (payload: unknown, acknowledge?: unknown) => {
      const isTooFast = ctx.config.rateLimits && !paceOf(client)()
      const ack = isTooFast ? TOO_FAST : await answer(client, event, payload)
      if (typeof acknowledge === 'function') acknowledge(ack)
      else if (isTooFast) return
      else if (!ack.ok || event === 'joinShowtime') await correct(client, event, payload)
    }
    client.on(event, receive as never)
  }

  async function answer<E extends ClientEvent>(
    client: Client,
    event: E,
    payload: unknown,
  ): Promise<Ack> {
    try {
      return accepted(await handlers[event](client, checked(event, payload)))
    } catch (error) {
      return refused(error, ctx.log)
    }
  }

  /** A client that wants no answer still gets the truth: the places it asked about, or the whole map. */
  async function correct(client: Client, event: ClientEvent, payload: unknown) {
    try {
      const wish = checked(event, payload)
      const showtimeId = typeof wish === 'string' ? wish : wish.showtimeId
      const asked = typeof wish === 'string' ? [] : placesIn(wish)
      const map = await readMap(ctx, showtimeId)
      const places = map.places.filter(({ id }) => asked.length === 0 || asked.includes(id))
      const since = { showtimeId, rev: map.rev, since: 0 }
      const { holder } = client.data
      const seats = places.filter(({ kind }) => kind === 'seat')
      const slots = places.filter(({ kind }) => kind !== 'seat')
      if (seats.length > 0) {
        const views = seats.map((place) => seatView(map, place, holder))
        client.emit('seatsUpdated', { seats: views, ...since })
      }
      if (slots.length > 0) {
        const parkingSlots = slots.map((place) => slotView(map, place, holder))
        client.emit('parkingUpdated', { parkingSlots, ...since })
      }
    } catch {
      // Whoever asks for what does not exist, in a form nobody knows, has nothing to be told.
    }
  }

  return { endAbsences: absences.sweep }
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

const placesIn = (wish: object) =>
  Object.entries(wish).flatMap(([name, value]) => (name === 'showtimeId' ? [] : value)) as string[]
