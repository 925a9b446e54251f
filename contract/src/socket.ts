import * as z from 'zod/mini'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from './holds.ts'
import { Id, Instant } from './ids.ts'
import { ParkingSlot, SlotType } from './parking.ts'
import { Seat } from './seats.ts'

const SeatRequest = z.object({ showtimeId: Id, seatId: Id })
const SlotRequest = z.object({ showtimeId: Id, slotId: Id })

/** What a browser may send, by event name. Each takes an optional acknowledgement. */
export const clientEvents = {
  joinShowtime: Id,
  leaveShowtime: Id,
  holdSeat: SeatRequest,
  releaseSeat: SeatRequest,
  holdParkingSlot: SlotRequest,
  releaseParkingSlot: SlotRequest,
  extendHold: z.object({ showtimeId: Id }),
  beginCheckout: z.object({
    showtimeId: Id,
    seatIds: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEATS)),
    slotIds: z.array(Id).check(z.maxLength(2 * MAX_SLOTS_PER_TYPE)),
  }),
} as const
export type ClientEvent = keyof typeof clientEvents
export type Payload<E extends ClientEvent> = z.output<(typeof clientEvents)[E]>

export const RefusalCode = z.enum([
  'TAKEN',
  'LIMIT',
  'CLOSED',
  'NOT_FOUND',
  'NOT_OWNER',
  'INVALID',
  'RATE',
  'UNAVAILABLE',
])
export type RefusalCode = z.infer<typeof RefusalCode>

/** `holdUntil` is null when nothing is held any more. */
export const Ack = z.union([
  z.object({ ok: z.literal(true), holdUntil: z.nullable(Instant), serverNow: Instant }),
  z.object({ ok: z.literal(false), code: RefusalCode, message: z.string() }),
])
export type Ack = z.infer<typeof Ack>

/**
 * Whole objects, so that replacing one by its id loses nothing. `rev` is the map's revision after this push. A push tells what
 * is different from `from`, the revision at which the server looked before; from `since`, the push of this kind before it, to
 * there nothing was. So a client that is at one of these two follows by the push alone. One that has seen `rev` ignores it. Any
 * other has missed something, or seen what came and went between two looks, and asks for the whole map.
 */
const revision = { showtimeId: Id, rev: z.int(), since: z.int(), from: z.int() }

export const serverEvents = {
  seatsUpdated: z.object({ seats: z.array(Seat), ...revision }),
  parkingUpdated: z.object({ parkingSlots: z.array(ParkingSlot), ...revision }),
  /**
   * Every second: the newest push of each kind, and the revision at which nothing was different from it. Whoever is behind the
   * push has lost one, whoever is between the two has seen what came and went: both ask for the whole map.
   */
  mapRevision: z.object({ showtimeId: Id, seats: z.int(), slots: z.int(), rev: z.int() }),
  holdExpired: z.object({
    type: z.union([z.literal('seat'), SlotType]),
    itemId: Id,
    showtimeId: Id,
  }),
} as const
export type ServerEvent = keyof typeof serverEvents
export type Push<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>

export type ClientToServerEvents = {
  [E in ClientEvent]: (payload: Payload<E>, acknowledge?: (ack: Ack) => void) => void
}
export type ServerToClientEvents = { [E in ServerEvent]: (push: Push<E>) => void }
