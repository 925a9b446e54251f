import * as z from 'zod/mini'
import { Id, Instant, NamedId } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { ProgrammeChanges } from './changes.ts'

/** Changes of the programme that are not applied yet. Each device has one draft. */
export const ProgrammeDraft = z.object({
  /** Names the draft in a link for colleagues. It stays the same. */
  _id: Id,
  changes: ProgrammeChanges,
  /** The version of the programme for which the changes were made. */
  programmeVersion: z.int(),
  /** Grows each time it is saved. */
  revision: z.int(),
  savedAt: Instant,
  device: NamedId,
})
export type ProgrammeDraft = z.infer<typeof ProgrammeDraft>

/** The draft of the device, or that of a link. Null: the device has none. NOT_FOUND for an unknown id. Managers only. */
export const getDraft = officeEndpoint({
  method: 'GET',
  path: '/api/office/programme/draft',
  scopes: MANAGERS_ONLY,
  querystring: z.object({ id: z.optional(Id) }),
  response: z.object({ draft: z.nullable(ProgrammeDraft) }),
})

/**
 * Saves the draft of the device. CLOSED if it was saved meanwhile, for example in another window: `revision` is the one that was read, 0 for a new draft.
 * Managers only.
 */
export const putDraft = officeEndpoint({
  method: 'PUT',
  path: '/api/office/programme/draft',
  scopes: MANAGERS_ONLY,
  body: z.object({
    changes: ProgrammeChanges,
    programmeVersion: z.int().check(z.minimum(0)),
    revision: z.int().check(z.minimum(0)),
  }),
  response: z.object({ draft: ProgrammeDraft }),
})
