import * as z from 'zod/mini'
import { Day, Id, Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { SlotType } from '#src/parking.ts'
import { AccessType } from '#src/seats/seats.ts'
import { singleLine } from '#src/text/one-line.ts'
import { EVERY_SCOPE, officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'

/** Places that one request may sell, block or unblock. */
export const MAX_PLACES_PER_REQUEST = 500

const PlaceIds = z
  .array(Id)
  .check(
    z.minLength(1, 'Please choose at least one place.'),
    z.maxLength(MAX_PLACES_PER_REQUEST, `Please choose up to ${MAX_PLACES_PER_REQUEST} places.`),
  )

const INVALID_NAME = 'Please enter a name of at most 80 characters.'

/** The name of a visitor, as the counter was told it. */
export const VisitorName = z
  .string(INVALID_NAME)
  .check(z.trim(), z.minLength(1, INVALID_NAME), z.maxLength(80, INVALID_NAME), singleLine('name'))

/** How a booking was made. */
export const Channel = z.enum(['web', 'counter'])
export type Channel = z.infer<typeof Channel>

/** Numbers of places. The rest of the capacity is available. */
const PlaceCounts = z.object({
  /** Places that the screen has today. */
  capacity: z.int(),
  sold: z.int(),
  held: z.int(),
  blocked: z.int(),
  /** Neither sold nor for sale, kept by the house or not. */
  outOfService: z.int(),
})

type PlaceCounts = z.infer<typeof PlaceCounts>

/** The places that can be sold now. */
export const countAvailable = ({ capacity, sold, held, blocked, outOfService }: PlaceCounts) =>
  capacity - sold - held - blocked - outOfService

/**
 * `NEARLY_SOLD_OUT`: at most a tenth of the seats is left. `HARDLY_SOLD`: less than a tenth is sold an hour before the start.
 * `BLOCK_ENDING`: house seats are unblocked within 15 minutes. `ADMISSION_EXCESS`: a door that was offline admitted too many people.
 * `CANCELLATION_UNFINISHED`: the show is cancelled, and bookings are still to be refunded. A cancelled show has no other.
 */
export const Attention = z.enum([
  'NEARLY_SOLD_OUT',
  'HARDLY_SOLD',
  'BLOCK_ENDING',
  'ADMISSION_EXCESS',
  'CANCELLATION_UNFINISHED',
])
export type Attention = z.infer<typeof Attention>

export const Show = z.object({
  _id: Id,
  screen: NamedId,
  movie: z.object({ _id: Id, name: z.string(), duration: z.int(), rating: z.string() }),
  startTime: Instant,
  endTime: Instant,
  /** When visitors can no longer book. The counter sells until the end. */
  bookingClosesAt: Instant,
  seats: PlaceCounts,
  slots: PlaceCounts,
  /** People who were let in. */
  admitted: z.int(),
  attention: z.array(Attention),
  /** The cinema has cancelled the show. Unfinished: the server is refunding its bookings. */
  cancelled: z.nullable(z.object({ reason: z.string(), isFinished: z.boolean() })),
})
export type Show = z.infer<typeof Show>

/** The shows that start on a day of the calendar, in the cinema's time zone. Without a date those of the cinema's day, and what is not over. */
export const listShows = officeEndpoint({
  method: 'GET',
  path: '/api/office/shows',
  scopes: EVERY_SCOPE,
  querystring: z.object({ date: z.optional(Day) }),
  response: z.object({
    date: z.string(),
    /** All screens, also those without a show on this day. */
    screens: z.array(NamedId),
    /** By start. */
    shows: z.array(Show),
    /** The shows of any day whose cancellation is not finished. */
    cancelling: z.array(Show),
  }),
})

/** A place as staff sees it. Visitors see `BLOCKED` and `OUT_OF_SERVICE` as `SOLD`. */
export const StaffPlace = z.object({
  _id: Id,
  kind: z.union([z.literal('seat'), SlotType]),
  label: z.string(),
  category: z.nullable(z.string()),
  accessible: z.optional(AccessType),
  /** Of a seat in a drawn row: cells from the middle of the hall. */
  x: z.optional(z.number()),
  /** Rupees. */
  price: z.int(),
  status: z.enum(['AVAILABLE', 'HELD', 'SOLD', 'BLOCKED', 'OUT_OF_SERVICE']),
  /** With `HELD`: until when. With `BLOCKED`: when it is unblocked, if ever. */
  until: z.optional(Instant),
  /** With `SOLD`. */
  reference: z.optional(z.string()),
  channel: z.optional(Channel),
  /** With `SOLD`: whether the whole party, or the holder of this seat's pass, was let in. */
  isAdmitted: z.optional(z.boolean()),
  /** With `BLOCKED` and `OUT_OF_SERVICE`. */
  reason: z.optional(z.string()),
  /** With `BLOCKED`: for whom. */
  name: z.optional(z.string()),
})
export type StaffPlace = z.infer<typeof StaffPlace>

/** All places of a show, in the order of the seat map. */
export const getShow = officeEndpoint({
  method: 'GET',
  path: '/api/office/shows/:showtimeId',
  scopes: ['counter', 'reports'],
  params: z.object({ showtimeId: PathId }),
  response: z.object({ show: Show, rev: z.int(), places: z.array(StaffPlace) }),
})

/** Keeps all of the places for the house, or none. TAKEN names those that are held, sold or kept already. */
export const blockPlaces = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/block',
  scopes: ['counter'],
  params: z.object({ showtimeId: PathId }),
  body: z.object({
    placeIds: PlaceIds,
    reason: Reason,
    /** For whom the places are kept. */
    name: z.optional(VisitorName),
    /** When the places are unblocked by themselves. Left out or null: never. */
    giveBackAt: z.optional(z.nullable(Instant)),
  }),
  response: z.object({ success: z.literal(true), blocked: z.int() }),
})

/** Unblocks those of the places that the house has. */
export const unblockPlaces = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/unblock',
  scopes: ['counter'],
  params: z.object({ showtimeId: PathId }),
  body: z.object({ placeIds: PlaceIds, reason: z.optional(Reason) }),
  response: z.object({ success: z.literal(true), unblocked: z.int() }),
})
