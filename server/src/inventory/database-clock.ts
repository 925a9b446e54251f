export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/** Tells the time of the database between two readings of it. `monotonicNow`: milliseconds of a clock that is never set. */
export function createDatabaseClock(monotonicNow: () => number) {
  let offset: number | undefined
  return {
    /** The time that was just read, epoch milliseconds. */
    set: (now: number) => {
      offset = now - monotonicNow()
    },
    /** Epoch milliseconds. */
    now: () => monotonicNow() + (offset ?? Date.now() - monotonicNow()),
  }
}
