import { faultNames, type RunOptions } from './options.ts'
import { type RunResult, run, verbNames } from './run.ts'
import type { BrokenRule } from './world.ts'

export interface FailedRun {
  options: RunOptions
  result: RunResult
}

const LIMIT_MS = 60_000
/** A smaller run is another one: the same fault may need another seed. */
const SEEDS = 4
/** Seeds of the smallest options. */
const LAST_SEEDS = 30

/** Looks for a smaller run with a violation of the same rule: without faults, verbs and visitors that it does not need, and with fewer steps. */
export async function shrink(failed: FailedRun, broken: BrokenRule = {}): Promise<FailedRun> {
  const end = performance.now() + LIMIT_MS
  const rule = failed.result.violation?.rule
  let best = failed

  async function attempt(options: RunOptions, seeds: number) {
    for (let index = 0; index < seeds && performance.now() < end; index += 1) {
      const tried = { ...options, seed: failed.options.seed + index }
      const result = await run(tried, broken)
      if (result.violation?.rule !== rule) continue
      best = { options: { ...tried, steps: result.steps }, result }
      return true
    }
    return false
  }

  /** Some more steps than the best run: another run may be a little later. */
  const steps = () => best.result.steps * 2

  for (const name of faultNames)
    if (best.options.faults[name] > 0)
      await attempt(
        { ...best.options, steps: steps(), faults: { ...best.options.faults, [name]: 0 } },
        SEEDS,
      )
  for (const nodes of [1, 2])
    if (nodes < best.options.nodes) await attempt({ ...best.options, steps: steps(), nodes }, SEEDS)
  for (const verb of verbNames())
    if (!best.options.without.includes(verb))
      await attempt(
        { ...best.options, steps: steps(), without: [...best.options.without, verb] },
        SEEDS,
      )
  while (best.options.visitors > 1) {
    const visitors = Math.floor(best.options.visitors / 2)
    if (!(await attempt({ ...best.options, steps: steps(), visitors }, SEEDS))) break
  }
  while (best.options.shows > 1)
    if (!(await attempt({ ...best.options, steps: steps(), shows: best.options.shows - 1 }, SEEDS)))
      break
  for (let index = 0; index < LAST_SEEDS && performance.now() < end; index += 1) {
    const options = {
      ...best.options,
      steps: best.result.steps - 1,
      seed: failed.options.seed + index,
    }
    const result = await run(options, broken)
    if (result.violation?.rule === rule)
      best = { options: { ...options, steps: result.steps }, result }
  }
  return best
}
