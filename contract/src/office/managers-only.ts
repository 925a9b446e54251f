import type { Scope } from './office-endpoint.ts'

/** The scopes of a call or page that is for managers only. Not with the calls, so that the office loads no zod for it. */
export const MANAGERS_ONLY: readonly Scope[] = []
