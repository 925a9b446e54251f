import * as z from 'zod/mini'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { singleLine } from '../text/one-line.ts'
import { MANAGERS_ONLY } from './managers-only.ts'
import { EVERY_SCOPE, officeEndpoint, Scope } from './office-endpoint.ts'

const INVALID_NAME = 'Please give a name of at most 60 characters.'
const PersonName = z
  .string(INVALID_NAME)
  .check(z.trim(), z.minLength(1, INVALID_NAME), z.maxLength(60, INVALID_NAME), singleLine('name'))

const INVALID_PIN = 'A PIN has 4 to 8 digits.'
export const Pin = z.string(INVALID_PIN).check(z.regex(/^\d{4,8}$/, INVALID_PIN))

const NO_SCOPES = 'Please choose what the person may do.'
const Scopes = z.array(Scope).check(z.minLength(1, NO_SCOPES), z.maxLength(Scope.options.length))

/** A person of staff. A PIN says who works at a device. */
export const Person = z.object({
  _id: Id,
  name: z.string(),
  /** What the person may do, on a device that may do it. */
  scopes: z.array(Scope),
  createdAt: Instant,
})
export type Person = z.infer<typeof Person>

/** The people who can enter a PIN, by name. Managers only. */
export const listPeople = officeEndpoint({
  method: 'GET',
  path: '/api/office/people',
  scopes: MANAGERS_ONLY,
  response: z.object({ people: z.array(Person) }),
})

/** INVALID for a first person who is no manager: devices ask for a person from then on. Managers only. */
export const addPerson = officeEndpoint({
  method: 'POST',
  path: '/api/office/people',
  scopes: MANAGERS_ONLY,
  body: z.object({ name: PersonName, scopes: Scopes, pin: Pin }),
  response: Person,
})

const ofPerson = { params: z.object({ personId: PathId }) }

/** Another name, other scopes or another PIN. CLOSED for the last manager. Managers only. */
export const changePerson = officeEndpoint({
  method: 'PATCH',
  path: '/api/office/people/:personId',
  scopes: MANAGERS_ONLY,
  ...ofPerson,
  body: z.object({
    name: z.optional(PersonName),
    scopes: z.optional(Scopes),
    pin: z.optional(Pin),
  }),
  response: Person,
})

/** The PIN no longer works. The name stays in the audit and in reports. CLOSED for the last manager. Managers only. */
export const retirePerson = officeEndpoint({
  method: 'POST',
  path: '/api/office/people/:personId/retire',
  scopes: MANAGERS_ONLY,
  ...ofPerson,
  response: SuccessResponse,
})

/** As `retirePerson`, and deletes the name, also of a person who is retired already. The audit keeps the id. Managers only. */
export const deletePerson = officeEndpoint({
  method: 'DELETE',
  path: '/api/office/people/:personId',
  scopes: MANAGERS_ONLY,
  ...ofPerson,
  response: SuccessResponse,
})

/** The person at a device. */
export const CurrentPerson = z.object({ _id: Id, name: z.string(), scopes: z.array(Scope) })
export type CurrentPerson = z.infer<typeof CurrentPerson>

/** Tells the device who works at it. FORBIDDEN for a wrong PIN; RATE after several, for some time. */
export const unlockDevice = officeEndpoint({
  method: 'POST',
  path: '/api/office/unlock',
  scopes: EVERY_SCOPE,
  worksLocked: true,
  body: z.object({ personId: Id, pin: Pin }),
  response: CurrentPerson,
})

/** No person works at the device any more. */
export const lockDevice = officeEndpoint({
  method: 'POST',
  path: '/api/office/lock',
  scopes: EVERY_SCOPE,
  worksLocked: true,
  response: SuccessResponse,
})
