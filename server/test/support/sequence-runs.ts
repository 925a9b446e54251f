import type { Parameters } from 'fast-check'

interface Sequences {
  /** The number of sequences of a long run; undefined for a short one. */
  count: string | undefined
  /** The seed of the first sequences of a long run. */
  seed?: string | undefined
}

const SHORT_RUN = 10
/** The checks read all of a database, so each database has few sequences. */
const SEQUENCES_PER_DATABASE = 25

/**
 * The parameters of random sequences for each database: in a short run the seed is random. The sequences of a database share it, and the order of
 * concurrent requests differs: a shorter sequence would not fail in the same way.
 */
export function sequenceRuns({ count, seed = '1' }: Sequences): Parameters<unknown>[] {
  const endOnFailure = true
  if (count === undefined) return [{ numRuns: SHORT_RUN, endOnFailure }]
  return Array.from({ length: Math.ceil(Number(count) / SEQUENCES_PER_DATABASE) }, (_, n) => ({
    ...{ numRuns: SEQUENCES_PER_DATABASE, seed: Number(seed) + n, endOnFailure },
  }))
}
