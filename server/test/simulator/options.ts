import type { DatabaseFaults } from './memory-database.ts'

/** What may fail in a run. Probabilities of the database, and milliseconds between faults of nodes; 0: never. */
export interface Faults extends DatabaseFaults {
  nodeCrashEvery: number
  databaseCrashEvery: number
  freezeEvery: number
  messageLost: number
  messageLate: number
}

export const faultNames = [
  'beginFails',
  'commitFails',
  'answerLost',
  'commitLate',
  'nodeCrashEvery',
  'databaseCrashEvery',
  'freezeEvery',
  'messageLost',
  'messageLate',
] as const satisfies readonly (keyof Faults)[]

export const DEFAULT_FAULTS: Faults = {
  beginFails: 0.004,
  commitFails: 0.01,
  answerLost: 0.008,
  commitLate: 0.006,
  nodeCrashEvery: 25_000,
  databaseCrashEvery: 15_000,
  freezeEvery: 10_000,
  messageLost: 0.1,
  messageLate: 0.2,
}

/** A run is the same whenever its options are. */
export interface RunOptions {
  seed: number
  steps: number
  nodes: number
  visitors: number
  shows: number
  faults: Faults
  /** Verbs of visitors, staff and jobs that are not used. */
  without: readonly string[]
}

export const defaultOptions = (seed: number): RunOptions => ({
  seed,
  steps: 6000,
  nodes: 2 + (seed % 2),
  visitors: 14,
  shows: 3,
  faults: DEFAULT_FAULTS,
  without: [],
})
