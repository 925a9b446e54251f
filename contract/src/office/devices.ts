import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { CinemaDetails } from '../cinema/cinema-details.ts'
import { singleLine } from '../text/one-line.ts'
import { MANAGERS_ONLY } from './managers-only.ts'
import { EVERY_SCOPE, officeEndpoint, Scope } from './office-endpoint.ts'
import { CurrentPerson } from './people.ts'

const INVALID_NAME = 'Please give the device a name of at most 60 characters.'
const DeviceName = z
  .string(INVALID_NAME)
  .check(z.trim(), z.minLength(1, INVALID_NAME), z.maxLength(60, INVALID_NAME), singleLine('name'))

/** A device that may use the office. */
export const Device = z.object({
  _id: Id,
  name: z.string(),
  scope: Scope,
  createdAt: Instant,
  /** Accurate to a minute. */
  lastSeenAt: Instant,
  /** Null: until it is revoked. */
  expiresAt: z.nullable(Instant),
  /** Whether it is the device of this request. */
  isCurrent: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** The page that pairs a device. The code is in the fragment, so that it is in no log. */
export const PAIR_PAGE = '/pair'

/** Pairs this browser and sets its cookie. A code works once, for 15 minutes. */
export const pairDevice = officeEndpoint({
  method: 'POST',
  path: '/api/office/pair',
  scopes: 'anyone',
  body: z.object({
    code: z.string().check(z.trim(), z.maxLength(100)),
    /** Left out: the name that the manager gave. */
    name: z.optional(DeviceName),
  }),
  response: Device,
})

/** The device of this request, and what every page shows. 401 for a browser that is not paired. */
export const getCurrentDevice = officeEndpoint({
  method: 'GET',
  path: '/api/office/device',
  scopes: EVERY_SCOPE,
  worksLocked: true,
  response: z.object({
    device: Device,
    /** The person who works at it. Null: it is locked, or it has none. */
    person: z.nullable(CurrentPerson),
    /** A person must enter a PIN first. */
    isLocked: z.boolean(),
    /** Who can enter a PIN at this device, by name. Empty if the office has no people. */
    people: z.array(NamedId),
    /** The page locks the device after this many minutes without an input. */
    lockMinutes: z.int(),
    brandName: z.string(),
    /** For printed tickets. */
    cinema: CinemaDetails,
    /** An IANA name. All dates and times are shown in this zone. */
    timeZone: z.string(),
    /** The address of the site, for links to tickets. */
    siteUrl: z.string(),
  }),
})

/** Ends the pairing of this device. */
export const signOutDevice = officeEndpoint({
  method: 'POST',
  path: '/api/office/sign-out',
  scopes: EVERY_SCOPE,
  response: SuccessResponse,
})

/** The paired devices, the last seen first. */
export const listDevices = officeEndpoint({
  method: 'GET',
  path: '/api/office/devices',
  scopes: MANAGERS_ONLY,
  response: z.array(Device),
})

/** The link pairs one device. Show it as a QR code: it cannot be read again. */
export const createPairingCode = officeEndpoint({
  method: 'POST',
  path: '/api/office/pairing-codes',
  scopes: MANAGERS_ONLY,
  body: z.object({
    name: DeviceName,
    scope: Scope,
    /** When the paired device expires. Left out or null: never. */
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  response: z.object({
    link: z.string(),
    code: z.string(),
    /** When the code expires. */
    validUntil: Instant,
  }),
})

export const renameDevice = officeEndpoint({
  method: 'POST',
  path: '/api/office/devices/:deviceId/rename',
  scopes: MANAGERS_ONLY,
  params: z.object({ deviceId: PathId }),
  body: z.object({ name: DeviceName }),
  response: Device,
})

/** The device loses its access, sockets included, within two seconds. */
export const revokeDevice = officeEndpoint({
  method: 'POST',
  path: '/api/office/devices/:deviceId/revoke',
  scopes: MANAGERS_ONLY,
  params: z.object({ deviceId: PathId }),
  response: SuccessResponse,
})
