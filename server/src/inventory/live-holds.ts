import type { Config } from '../config.ts'

/** Small corrections of the clock may leave stored times this far in the future. */
export const CLOCK_TOLERANCE_MS = 5000

/** What the rules about live holds and protected places need to know. */
export type HoldLimits = Pick<Config, 'holdMaxMs' | 'accessReleaseMs'>

/** A moment by the database's clock (epoch milliseconds). */
export interface DatabaseTime {
  now: number
  /** No hold can have a later deadline, unless the clock was set back since. */
  maxHeldUntil: number
}

/**
 * Whether a hold with this deadline is live. A later deadline than any hold can have counts as ended, so that a clock that steps back
 * prolongs nothing. `isLiveHold` of `claim-rules.sql.ts` is the same rule in SQL.
 */
export const isLiveDeadline = (heldUntil: number | null, { now, maxHeldUntil }: DatabaseTime) =>
  heldUntil !== null && heldUntil > now && heldUntil <= maxHeldUntil
