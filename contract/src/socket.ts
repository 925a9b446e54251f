import * as z from 'zod/mini'
import { QueuePosition } from './bookings/waiting-room.ts'
import { Id, Instant } from './calls/ids.ts'
import { Challenge, Proof } from './calls/proof-of-work.ts'
import { ParkingSlot, SlotType } from './parking.ts'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from './seats/holds.ts'
import { Seat, SeatCategory } from './seats/seats.ts'
import { FriendName, ShareToken } from './seats/shared-selections.ts'

/** The solution of the challenge that a previous request was refused with. */
const proof = z.optional(Proof)
/** Asks for accessible places. Others do not get them while they are protected. */
const accessible = z.optional(z.boolean())
/** Releases the other seats that the visitor holds at the showtime, if the request is granted. */
const replace = z.optional(z.boolean())
const SeatIds = z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEATS))
const SeatRequest = z.object({ showtimeId: Id, seatId: Id })
const SlotRequest = z.object({ showtimeId: Id, slotId: Id })

/** The payloads of the client's events. Each event takes an optional acknowledgement. */
export const clientEvents = {
  joinShowtime: Id,
  leaveShowtime: Id,
  holdSeat: z.extend(SeatRequest, { accessible, proof }),
  /** Holds the best free seats for a party. Its acknowledgement names them. */
  holdBest: z.object({
    showtimeId: Id,
    seats: z.int().check(z.minimum(1), z.maximum(MAX_SEATS)),
    /** Seats of the tier of this category. */
    category: z.optional(SeatCategory),
    accessible,
    /** Only seats side by side. */
    together: z.optional(z.boolean()),
    replace,
    proof,
  }),
  /** Holds these seats, or none of them. */
  holdBlock: z.object({ showtimeId: Id, seatIds: SeatIds, accessible, replace, proof }),
  releaseSeat: SeatRequest,
  holdParkingSlot: z.extend(SlotRequest, { proof }),
  releaseParkingSlot: SlotRequest,
  extendHold: z.object({ showtimeId: Id }),
  beginCheckout: z.object({
    showtimeId: Id,
    seatIds: SeatIds,
    slotIds: z.array(Id).check(z.maxLength(2 * MAX_SLOTS_PER_TYPE)),
    proof,
  }),
  /** Acknowledged with the `link` for friends. */
  shareSelection: z.object({ showtimeId: Id }),
  /** Tells the friends of a shared selection whether its first visitor pays for all of them. */
  setPayer: z.object({ showtimeId: Id, paysForAll: z.boolean() }),
  /** Acknowledged with the `showtimeId`. From then on the visitor chooses places there in the shared selection. */
  joinSelection: z.object({ token: ShareToken, name: FriendName }),
} as const
export type ClientEvent = keyof typeof clientEvents
export type Payload<E extends ClientEvent> = z.output<(typeof clientEvents)[E]>

export const RefusalCode = z.enum([
  'TAKEN',
  'LIMIT',
  'CLOSED',
  'GAP',
  'NOT_FOUND',
  'NOT_OWNER',
  'INVALID',
  'RATE',
  'CHALLENGE',
  'QUEUE',
  'UNAVAILABLE',
])
export type RefusalCode = z.infer<typeof RefusalCode>

/** `holdUntil` is null when the holder holds nothing. */
export const Ack = z.union([
  z.object({
    ok: z.literal(true),
    holdUntil: z.nullable(Instant),
    serverNow: Instant,
    /** With `holdBest` and `holdBlock`: the held seats. */
    seatIds: z.optional(z.array(Id)),
    /** Of `shareSelection`. */
    link: z.optional(z.string()),
    /** Of `joinSelection`. */
    showtimeId: z.optional(Id),
  }),
  z.object({
    ok: z.literal(false),
    code: RefusalCode,
    message: z.string(),
    /** With `CHALLENGE`: repeat the request with its `proof`. */
    challenge: z.optional(Challenge),
    /** With `QUEUE`: the visitor's turn has not come. */
    position: z.optional(QueuePosition),
  }),
])
export type Ack = z.infer<typeof Ack>

/**
 * A push contains whole places; the client replaces its places by id.
 * `sinceRev`: the push contains all changes after this revision.
 * `previousPushRev`: the revision of the previous push of this kind. At `sinceRev` all places of this kind are as they were at `previousPushRev`: a
 * seat may have been held and released in between.
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
   * revision fetches the whole map, again until the fetched map has at least this revision.
   */
  mapRevision: z.object({ showtimeId: Id, seats: z.int(), slots: z.int(), rev: z.int() }),
  /** The hold has expired; or the place was taken out of service, then without `holdUntil`. */
  holdExpired: z.object({
    type: z.union([z.literal('seat'), SlotType]),
    itemId: Id,
    showtimeId: Id,
    /** The number of the seat or slot. */
    label: z.optional(z.string()),
    /** The deadline of the selection. */
    holdUntil: z.optional(Instant),
  }),
  /** To the room and to those who were choosing: the show is on another screen or at another time, and all holds have ended. No `holdExpired` follows. */
  showMoved: z.object({ showtimeId: Id }),
  /** To those who watch the showtime or hold places there: the cinema has cancelled the show, or removed it from the programme. */
  showCancelled: z.object({ showtimeId: Id }),
  /** To the connections of one visitor: at joining a showtime with a waiting room, then when the position there has changed, at most every two seconds. */
  waitingRoomChanged: QueuePosition,
  /** To the connections of one account: its notices or its waiting list entries have changed. */
  noticesChanged: z.object({}),
} as const
export type ServerEvent = keyof typeof serverEvents
export type Push<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>

export type ClientToServerEvents = {
  [E in ClientEvent]: (payload: Payload<E>, acknowledge?: (ack: Ack) => void) => void
}
export type ServerToClientEvents = { [E in ServerEvent]: (push: Push<E>) => void }
