import { randomRuns } from '@marquee/contract/test/random-runs'
import type { Parameters } from 'fast-check'

/** The checks read all of a database, so each database has few sequences. */
const SEQUENCES_PER_DATABASE = 25

/**
 * The parameters of random sequences for each database. A failed sequence is not made shorter: the sequences of a database share it, and the
 * order of concurrent requests differs, so that a shorter one would not fail in the same way.
 */
export function sequenceRuns(counts: { few: number; many: number }): Parameters<unknown>[] {
  const { numRuns, seed } = randomRuns(counts)
  return Array.from({ length: Math.ceil(numRuns / SEQUENCES_PER_DATABASE) }, (_, n) => ({
    numRuns: Math.min(numRuns, SEQUENCES_PER_DATABASE),
    seed: seed + n,
    endOnFailure: true,
  }))
}
