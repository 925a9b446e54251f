import { sql } from 'kysely'
import { clock } from '../dialect.ts'
import type { Db } from '../schema.ts'

/** NTP makes smaller corrections. */
const MIN_STEP_MS = 2000

interface Dependencies {
  reader: Db
  monotonicNow: () => number
  onSetBack: (stepMs: number) => void
}

/** Returns a function that calls back if the clock of the database was set back since its last call, by the monotonic clock of this process. */
export function createClockWatch({ reader, monotonicNow, onSetBack }: Dependencies) {
  /** The least possible difference between the two clocks at the last call. */
  let minOffset = Number.NEGATIVE_INFINITY

  return async () => {
    const askedAt = monotonicNow()
    const { rows } = await sql<{ now: number }>`select ${clock} as now`.execute(reader)
    const { now } = rows[0] as (typeof rows)[number]
    const stepMs = minOffset - (now - askedAt)
    if (stepMs >= MIN_STEP_MS) onSetBack(stepMs)
    minOffset = now - monotonicNow()
  }
}
