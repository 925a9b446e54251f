import type { Parameters } from 'fast-check'

/** Web tests import this file, and their types do not include those of Node. */
declare const process: { env: Record<string, string | undefined> }

/** `npm run test:all` sets TEST_TIER. */
export const isLongRun = process.env.TEST_TIER === 'all'
const FIXED_SEED = 1

/**
 * Parameters of random tests for fast-check. `npm test` makes few runs, the same ones each time. `npm run test:all` makes many with a new seed,
 * which fast-check prints when a run fails. TEST_SEED repeats them.
 */
export const randomRuns = ({ few, many }: { few: number; many: number }) =>
  ({
    numRuns: isLongRun ? many : few,
    seed: isLongRun ? newSeed() : FIXED_SEED,
  }) satisfies Parameters

const newSeed = () => Number(process.env.TEST_SEED ?? Math.trunc(Math.random() * 2 ** 31))
