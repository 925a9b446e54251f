import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { Proof } from '../calls/proof-of-work.ts'

/**
 * Where a visitor stands at a showtime for which more people want to choose than its hall can take.
 * `open`: the showtime has no queue, visitors choose at once. `before`: booking opens later, and all who are here by then are shuffled. `waiting`: others are
 * before the visitor. `turn`: the visitor may choose.
 */
const WaitingRoomState = z.enum(['open', 'before', 'waiting', 'turn'])

export const QueuePosition = z.object({
  showtimeId: Id,
  state: WaitingRoomState,
  /** With `waiting`: how many are before the visitor. Never grows. Null while the visitor has taken no position. */
  ahead: z.nullable(z.int()),
  /** With `waiting`: about how long the visitor waits. Null while the wait cannot be estimated. */
  waitSeconds: z.nullable(z.int()),
  /** With `before`: when booking opens. */
  opensAt: z.nullable(Instant),
  /** With `turn`: until when a first seat must be held. Null once one is: the deadline of the selection counts then. */
  turnUntil: z.nullable(Instant),
  /** The visitor is told by mail when it is their turn, so that the page may be closed. */
  isMailed: z.boolean(),
})
export type QueuePosition = z.infer<typeof QueuePosition>

const params = z.object({ showtimeId: PathId })
const PositionResponse = z.object({ success: z.literal(true), position: QueuePosition })

/**
 * Takes a position, or returns the one that the visitor or the account has. Refused with CHALLENGE when visitors of the same address without a
 * confirmed email have taken several positions.
 */
export const joinWaitingRoom = endpoint({
  method: 'POST',
  path: '/api/showtimes/:showtimeId/waiting-room',
  params,
  body: z.object({
    /** The solution of the challenge that a previous request was refused with. */
    proof: z.optional(Proof),
  }),
  response: PositionResponse,
})

/** Where the visitor stands, without taking a position. */
export const readWaitingRoom = endpoint({
  method: 'GET',
  path: '/api/showtimes/:showtimeId/waiting-room',
  params,
  response: PositionResponse,
})

/** Gives the position up. What the visitor holds is released. */
export const leaveWaitingRoom = endpoint({
  method: 'DELETE',
  path: '/api/showtimes/:showtimeId/waiting-room',
  params,
  response: PositionResponse,
})
