import * as z from 'zod/mini'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from './holds.ts'
import { Id, Instant } from './ids.ts'
import { ParkingSlot, SlotType } from './parking.ts'
import { Seat } from './seats.ts'

const SeatRequest = z.object({ showtimeId: Id, seatId: Id })
const SlotRequest = z.object({ showtimeId: Id, slotId: Id })

/** The payloads of the client's events. Each event takes an optional acknowledgement. */
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

/** `holdUntil` is null when the holder holds nothing. */
export const Ack = z.union([
  z.object({ ok: z.literal(true), holdUntil: z.nullable(Instant), serverNow: Instant }),
  z.object({ ok: z.literal(false), code: RefusalCode, message: z.string() }),
])
export type Ack = z.infer<typeof Ack>

/**
 * A push carries whole objects, so that replacing them by id loses nothing. `rev` is the revision after the push. The push contains all
 * changes since revision `from`. `since` is the revision of the previous push of this kind; nothing changed between `since` and `from`.
 * A client at `from` or `since` applies the push. A client at `rev` or later ignores it. Any other client fetches the whole map.
 */
const revision = { showtimeId: Id, rev: z.int(), since: z.int(), from: z.int() }

export const serverEvents = {
  seatsUpdated: z.object({ seats: z.array(Seat), ...revision }),
  parkingUpdated: z.object({ parkingSlots: z.array(ParkingSlot), ...revision }),
  /**
   * Sent every second: the revision of the last push of seats and of slots, and the current revision `rev` without further changes.
   * A client that is behind the last push, or between it and `rev`, fetches the whole map.
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
