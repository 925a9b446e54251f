import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'

/** An active session as its user sees it: a signed-in device. */
export const ListedSession = z.object({
  _id: Id,
  /** For example `Firefox on Android`. Null for an unknown browser. */
  browser: z.nullable(z.string()),
  createdAt: Instant,
  /** The last renewal. The session may have been used for up to 15 minutes after it. */
  lastSeenAt: Instant,
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
})
export type ListedSession = z.infer<typeof ListedSession>

/** The active sessions of the signed-in user: the current one first, then the last seen. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  response: z.array(ListedSession),
})

/** Ends one session of the signed-in user. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  params: z.object({ sessionId: PathId }),
  response: SuccessResponse,
})

/** Ends all sessions of the signed-in user, the current one included. */
export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  response: SuccessResponse,
})
