import * as z from 'zod/mini'
import { QueuePosition } from '../bookings/waiting-room.ts'
import { Challenge } from './proof-of-work.ts'

export const ErrorCode = z.enum([
  'INVALID',
  'NOT_FOUND',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'LOCKED',
  'TAKEN',
  'LIMIT',
  'CLOSED',
  'GAP',
  'NOT_OWNER',
  'VOID',
  'ALREADY_BOOKED',
  'PRICE_MISMATCH',
  'KEY_REUSED',
  'EMAIL_TAKEN',
  'LINK_REQUIRED',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_LARGE',
  'TIMEOUT',
  'RATE',
  'CHALLENGE',
  'QUEUE',
  'UNAVAILABLE',
  'INTERNAL',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** The body of every error response. `message` is shown to people. */
export const ErrorResponse = z.object({
  success: z.literal(false),
  statusCode: z.int(),
  code: ErrorCode,
  message: z.string(),
  requestId: z.string(),
  /** The reason for each field of the request that was refused, by its name. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** With `TAKEN`: the places that are no longer available. */
  places: z.optional(z.array(z.object({ _id: z.string(), label: z.string() }))),
  /** With `PRICE_MISMATCH`: the correct total in rupees. */
  totalCost: z.optional(z.int()),
  /** With `ALREADY_BOOKED`: the existing booking of these places. */
  bookingReference: z.optional(z.string()),
  /** With `CHALLENGE`: repeat the request with its `proof`. */
  challenge: z.optional(Challenge),
  /** With `QUEUE`: where the visitor stands in the waiting room. */
  position: z.optional(QueuePosition),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
