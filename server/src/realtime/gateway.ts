import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import * as claims from '../claims/claims.service.ts'
import { readMap, seatView, slotView } from '../claims/showtime-map.ts'
import type { Context } from '../context.ts'
import { createAbsences } from './absences.ts'
import type { Publisher } from './publisher.ts'
import { accepted, checked, refused } from './receive.ts'
import { type Client, holderRoomOf, type Io, ownRoomOf, roomOf } from './rooms.ts'

type Handlers = {
  [E in ClientEvent]: (client: Client, wish: Payload<E>) => Promise<claims.Standing>
}

/** Takes what browsers send, makes the same calls a route would, and answers. */
export function createGateway(io: Io, ctx: Context, publisher: Publisher) {
  const absences = createAbsences(ctx, (showtimeId, holder) =>
    io.sockets.adapter.rooms.has(ownRoomOf(showtimeId, holder)),
  )

  const handlers: Handlers = {
    joinShowtime: async (client, showtimeId) => {
      await publisher.open(showtimeId)
      const { holder, showtimes } = client.data
      showtimes.add(showtimeId)
      await client.join([roomOf(showtimeId), ownRoomOf(showtimeId, holder)])
      absences.end(showtimeId, holder)
      return claims.standing(ctx, { showtimeId, holder })
    },
    leaveShowtime: async (client, showtimeId) => {
      const { holder } = client.data
      await client.leave(roomOf(showtimeId))
      await client.leave(ownRoomOf(showtimeId, holder))
      absences.begin(showtimeId, holder)
      return claims.standing(ctx, { showtimeId, holder })
    },
    holdSeat: (client, { showtimeId, seatId }) =>
      claims.holdPlaces(ctx, wishOf(client, showtimeId, [seatId])),
    releaseSeat: (client, { showtimeId, seatId }) =>
      claims.releasePlaces(ctx, wishOf(client, showtimeId, [seatId])),
    holdParkingSlot: (client, { showtimeId, slotId }) =>
      claims.holdPlaces(ctx, wishOf(client, showtimeId, [slotId])),
    releaseParkingSlot: (client, { showtimeId, slotId }) =>
      claims.releasePlaces(ctx, wishOf(client, showtimeId, [slotId])),
    extendHold: (client, { showtimeId }) => claims.extendHold(ctx, wishOf(client, showtimeId, [])),
    beginCheckout: (client, { showtimeId, seatIds, slotIds }) =>
      claims.beginCheckout(ctx, wishOf(client, showtimeId, [...seatIds, ...slotIds])),
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
      const ack = await answer(client, event, payload)
      if (typeof acknowledge === 'function') acknowledge(ack)
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

function wishOf({ data: { holder, showtimes } }: Client, showtimeId: string, placeIds: string[]) {
  showtimes.add(showtimeId)
  return { showtimeId, holder, placeIds: [...new Set(placeIds)] }
}

const placesIn = (wish: object) =>
  Object.entries(wish).flatMap(([name, value]) => (name === 'showtimeId' ? [] : value)) as string[]
