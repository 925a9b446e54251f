import * as z from 'zod/mini'
import { Id, Instant } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

/** Emails on the list. */
export const MAX_QUEUED_MAILS = 100

/** An email that no mail server has accepted. */
export const QueuedMail = z.object({
  _id: Id,
  /** What it is about: `booking`, `reminder`, `answer`. */
  kind: z.string(),
  recipient: z.string(),
  /** `waiting`: for its first attempt. `delayed`: it was tried and is tried again. `refused` by the mail server for good. `expired`: too late to be of use. */
  state: z.enum(['waiting', 'delayed', 'refused', 'expired']),
  createdAt: Instant,
  attempts: z.int(),
  /** Null: it is not tried again. */
  nextAttemptAt: z.nullable(Instant),
  /** What the mail server answered to a refused one. */
  reason: z.nullable(z.string()),
  /** Whether `retryMails` tries it again. A refused one has its text only if it is about a booking. */
  canRetry: z.boolean(),
})
export type QueuedMail = z.infer<typeof QueuedMail>

/** The emails that are not sent, those with problems first, at most 100. Managers only. */
export const listMails = officeEndpoint({
  method: 'GET',
  path: '/api/office/mails',
  scopes: MANAGERS_ONLY,
  response: z.object({ mails: z.array(QueuedMail), total: z.int() }),
})

/** Tries delayed and refused emails again at once: these, or all of them. Managers only. */
export const retryMails = officeEndpoint({
  method: 'POST',
  path: '/api/office/mails/retry',
  scopes: MANAGERS_ONLY,
  body: z.object({ mailIds: z.optional(z.array(Id).check(z.maxLength(MAX_QUEUED_MAILS))) }),
  response: z.object({ success: z.literal(true), retried: z.int() }),
})
