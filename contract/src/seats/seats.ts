import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SEATS_ROUTE } from './places-route.ts'

export const PlaceStatus = z.enum(['AVAILABLE', 'HELD', 'SOLD'])
export type PlaceStatus = z.infer<typeof PlaceStatus>

/** The state of a seat or slot. `heldByMe`, `friend`, `releasable`, `friendPays` and `holdUntil` are sent only to those who choose together. */
export const placeStateFields = {
  status: PlaceStatus,
  /** Rupees. */
  price: z.int().check(z.positive()),
  heldByMe: z.optional(z.literal(true)),
  /** The name of the friend who has chosen the place in a shared selection. */
  friend: z.optional(z.string()),
  /** With `friend`: the viewer has started the selection, and may release and pay for the place. */
  releasable: z.optional(z.literal(true)),
  /** The visitor who has started the shared selection pays for this place of a friend. */
  friendPays: z.optional(z.literal(true)),
  holdUntil: z.optional(Instant),
}

/** A place for a wheelchair, or a seat beside one for a companion. */
export const AccessType = z.enum(['wheelchair', 'companion'])
export type AccessType = z.infer<typeof AccessType>

export const Seat = z.object({
  _id: Id,
  /** Row letters, then the number in that row: A12. */
  seatNumber: z.string().check(z.regex(/^[A-Z]+\d+$/)),
  category: z.string(),
  /** In a row that is drawn or numbered from the right: cells from the middle of the hall, negative on the left for a viewer who faces the screen. */
  x: z.optional(z.number()),
  ...placeStateFields,
  accessible: z.optional(AccessType),
  /** The place is free, and HELD only for requests that do not ask for an accessible place. */
  protected: z.optional(z.literal(true)),
})
export type Seat = z.infer<typeof Seat>

/** The seats as visitors see them who hold none, for shared caches: nothing in the response depends on the visitor. */
export const listPublicSeats = endpoint({
  method: 'GET',
  path: '/api/public/seats/:showtimeId',
  params: z.object({ showtimeId: PathId }),
  response: z.array(Seat),
})

/** Ignores the specification's query parameters `_t`, `_r` and `nocache`. Responses are never cached. */
export const listSeats = endpoint({
  ...SEATS_ROUTE,
  params: z.object({ showtimeId: PathId }),
  response: z.array(Seat),
})

/** A category in a request. */
export const SeatCategory = z.string().check(z.maxLength(120))
