import * as z from 'zod/mini'

export const ErrorCode = z.enum([
  'INVALID',
  'NOT_FOUND',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TAKEN',
  'LIMIT',
  'CLOSED',
  'NOT_OWNER',
  'ALREADY_BOOKED',
  'PRICE_MISMATCH',
  'KEY_REUSED',
  'EMAIL_TAKEN',
  'LINK_REQUIRED',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_LARGE',
  'TIMEOUT',
  'RATE',
  'UNAVAILABLE',
  'INTERNAL',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** The one shape of every refusal; `message` is the sentence a person reads. */
export const ErrorAnswer = z.object({
  success: z.literal(false),
  statusCode: z.int(),
  code: ErrorCode,
  message: z.string(),
  requestId: z.string(),
  /** With `TAKEN`: the places that were lost. */
  places: z.optional(z.array(z.object({ _id: z.string(), label: z.string() }))),
  /** With `PRICE_MISMATCH`: the right total in rupees. */
  totalCost: z.optional(z.int()),
  /** With `ALREADY_BOOKED`: the booking that has these places. */
  bookingReference: z.optional(z.string()),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
