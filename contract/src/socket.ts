import * as z from 'zod/mini'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from './holds.ts'
import { Id, Instant } from './ids.ts'
import { ParkingSlot, SlotType } from './parking.ts'
import { Challenge, Proof } from './proof-of-work.ts'
import { Seat } from './seats.ts'

/** The solution of the challenge that a previous request was refused with. */
const proof = z.optional(Proof)
const SeatRequest = z.object({ showtimeId: Id, seatId: Id })
const SlotRequest = z.object({ showtimeId: Id, slotId: Id })

/** The payloads of the client's events. Each event takes an optional acknowledgement. */
export const clientEvents = {
  joinShowtime: Id,
  leaveShowtime: Id,
  holdSeat: z.extend(SeatRequest, { proof }),
  releaseSeat: SeatRequest,
  holdParkingSlot: z.extend(SlotRequest, { proof }),
  releaseParkingSlot: SlotRequest,
  extendHold: z.object({ showtimeId: Id }),
  beginCheckout: z.object({
    showtimeId: Id,
    seatIds: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEATS)),
    slotIds: z.array(Id).check(z.maxLength(2 * MAX_SLOTS_PER_TYPE)),
    proof,
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
  'CHALLENGE',
  'UNAVAILABLE',
])
export type RefusalCode = z.infer<typeof RefusalCode>

/** `holdUntil` is null when the holder holds nothing. */
export const Ack = z.union([
  z.object({ ok: z.literal(true), holdUntil: z.nullable(Instant), serverNow: Instant }),
  z.object({
    ok: z.literal(false),
    code: RefusalCode,
    message: z.string(),
    /** With `CHALLENGE`: repeat the request with its `proof`. */
    challenge: z.optional(Challenge),
  }),
])
export type Ack = z.infer<typeof Ack>

/**
 * A push contains whole places; the client replaces its places by id.
 * `sinceRev`: the push contains all changes after this revision.
 * `previousPushRev`: the revision of the previous push of this kind. Between `previousPushRev` and `sinceRev` no place of this kind has a net
 * change; a change may have been made and undone.
 * `rev`: the revision after the push.
 * A client at `sinceRev` or `previousPushRev` applies the push. A client at `rev` or later ignores it. Any other client fetches the whole map.
 */
const revisions = { showtimeId: Id, rev: z.int(), previousPushRev: z.int(), sinceRev: z.int() }

export const serverEvents = {
  seatsUpdated: z.object({ seats: z.array(Seat), ...revisions }),
  parkingUpdated: z.object({ parkingSlots: z.array(ParkingSlot), ...revisions }),
  /**
   * Sent to a socket that joins, and to a room without changes, less and less often (broadcaster.ts). `seats` and `slots`: the
   * revision of the last push of each kind. `rev`: the current revision; no place has changed since those pushes. A client at any other
   * revision fetches the whole map, until it gets one that is not older.
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
