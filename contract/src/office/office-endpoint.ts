import * as z from 'zod/mini'
import type { Endpoint } from '../calls/endpoint.ts'

/** What a staff device may do. A manager may do everything. */
export const Scope = z.enum(['manager', 'counter', 'door', 'valet', 'reports'])
export type Scope = z.infer<typeof Scope>

/** The scopes of a call that every paired device may make. */
export const EVERY_SCOPE = Scope.options

/** A call of the office. Only the office's own port has it. */
export interface OfficeEndpoint extends Endpoint {
  readonly path: `/api/office/${string}`
  /** The scopes that may make the call, besides `manager`. `anyone`: no paired device is needed. */
  readonly scopes: readonly Scope[] | 'anyone'
  /** A device that is locked may make the call too. */
  readonly worksLocked?: true
}

/** Once the office has people, devices with these scopes need one for their calls. Doors and valets also work without one. */
export const SCOPES_WITH_PERSON: readonly Scope[] = ['manager', 'counter', 'reports']

export const officeEndpoint = <const E extends OfficeEndpoint>(shape: E): E => shape

/** Whether a device or person with this scope may make the call. Null: the request has no device. */
export const isAllowed = (scope: Scope | null, { scopes }: Pick<OfficeEndpoint, 'scopes'>) =>
  scopes === 'anyone' || scope === 'manager' || (scope !== null && scopes.includes(scope))
