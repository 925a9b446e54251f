import * as z from 'zod/mini'
import { Instant, PathId } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

/** The waiting room of a show. Null: visitors choose without waiting. */
export const StaffWaitingRoom = z.object({
  /** When booking opens. Null: the queue has started by itself. */
  opensAt: z.nullable(Instant),
  /** Booking has opened: turns are given. */
  hasOpened: z.boolean(),
  waiting: z.int(),
  /** Visitors who may choose now. */
  turns: z.int(),
  /** Visitors who held a first seat, by the last five minutes. */
  servedPerMinute: z.number(),
})
export type StaffWaitingRoom = z.infer<typeof StaffWaitingRoom>

const ofShow = { params: z.object({ showtimeId: PathId }) }
const response = z.object({ room: z.nullable(StaffWaitingRoom) })

/** NOT_FOUND. */
export const getWaitingRoom = officeEndpoint({
  method: 'GET',
  path: '/api/office/shows/:showtimeId/waiting-room',
  scopes: ['counter', 'reports'],
  ...ofShow,
  response,
})

/**
 * Sets when booking opens: until then no place can be held, and the visitors who come are shuffled then. CLOSED while visitors have turns already; INVALID
 * for a time that has passed or after booking closes. Managers only.
 */
export const setWaitingRoom = officeEndpoint({
  method: 'PUT',
  path: '/api/office/shows/:showtimeId/waiting-room',
  scopes: MANAGERS_ONLY,
  ...ofShow,
  body: z.object({ opensAt: Instant }),
  response,
})

/** Ends the waiting room: all visitors choose at once. CLOSED without one. Managers only. */
export const endWaitingRoom = officeEndpoint({
  method: 'DELETE',
  path: '/api/office/shows/:showtimeId/waiting-room',
  scopes: MANAGERS_ONLY,
  ...ofShow,
  response,
})
