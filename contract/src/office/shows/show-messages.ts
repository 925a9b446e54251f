import * as z from 'zod/mini'
import { IdempotencyHeaders } from '#src/bookings/bookings.ts'
import { Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

const MAX_MESSAGE_LENGTH = 500
const NO_MESSAGE = 'Please write what visitors should know.'

const MessageText = z
  .string(NO_MESSAGE)
  .check(
    z.trim(),
    z.minLength(1, NO_MESSAGE),
    z.maxLength(MAX_MESSAGE_LENGTH, `Please use at most ${MAX_MESSAGE_LENGTH} characters.`),
  )

/** Whom a message to the visitors of a show reaches. */
export const MessageReach = z.object({
  bookings: z.int(),
  /** Seats are people. */
  people: z.int(),
  /** Each address gets one email, however many bookings it has. */
  mails: z.int(),
  /** Accounts that also read it under the bell of the site. */
  notices: z.int(),
  /** Bookings without an email and an account: staff must tell them. */
  unreached: z.array(
    z.object({
      reference: z.string(),
      name: z.nullable(z.string()),
      phone: z.nullable(z.string()),
    }),
  ),
})
export type MessageReach = z.infer<typeof MessageReach>

const ofShow = { params: z.object({ showtimeId: PathId }) }

/** Whom a message would reach, and the earlier ones, the latest first. NOT_FOUND. Managers only. */
export const previewShowMessage = officeEndpoint({
  method: 'GET',
  path: '/api/office/shows/:showtimeId/message',
  scopes: MANAGERS_ONLY,
  ...ofShow,
  response: z.object({
    reach: MessageReach,
    /** The subject of the email. */
    subject: z.string(),
    sent: z.array(
      z.object({
        at: Instant,
        device: z.nullable(NamedId),
        text: z.string(),
      }),
    ),
  }),
})

/**
 * Sends a text to all visitors of a show, by email and as a notice, and changes nothing of the show. All of them or none; a repeated idempotency key sends nothing
 * more. CLOSED for a show that is over or cancelled. Managers only.
 */
export const sendShowMessage = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/message',
  scopes: MANAGERS_ONLY,
  ...ofShow,
  headers: IdempotencyHeaders,
  body: z.object({ text: MessageText }),
  response: z.object({ success: z.literal(true), reach: MessageReach }),
})
