import { runActor } from './actors.ts'
import { startFaults } from './faults.ts'
import { createJobs } from './jobs.ts'
import type { RunOptions } from './options.ts'
import { createStaff } from './staff.ts'
import type { Violation } from './violation.ts'
import { createVisitor, type Links } from './visitors.ts'
import { type BrokenRule, createWorld } from './world.ts'

export interface RunResult {
  violation: Violation | undefined
  /** The number of steps until the end or the violation. */
  steps: number
  /** The last events. */
  trace: readonly string[]
  /** Virtual milliseconds. */
  duration: number
}

const JOBS = 2

/** The names of all verbs. */
export const verbNames = () => {
  const visitor = {
    id: '',
    account: null,
    usedAccounts: new Set<string>(),
    address: '',
    asksForAccess: false,
  }
  const actors = [createVisitor(visitor, { all: [] }), createStaff(''), createJobs('')]
  return actors.flatMap(({ verbs }) => Object.keys(verbs))
}

/** Runs until the first violation, or for all steps. The same options lead to the same run. */
export async function run(options: RunOptions, broken: BrokenRule = {}): Promise<RunResult> {
  const world = createWorld(options, broken)
  const { scheduler, invariants } = world
  const begin = scheduler.now()
  world.database.endIdle()
  startFaults(world)
  const links: Links = { all: [] }
  const actors = [
    ...world.people.visitors.map((visitor) => createVisitor(visitor, links)),
    createStaff('counter-1'),
    createStaff('counter-2'),
    ...Array.from({ length: JOBS }, (_, index) => createJobs(`jobs-${index + 1}`)),
  ]
  for (const actor of actors) void runActor(world, actor)
  let steps = 0
  while (steps < options.steps && !invariants.violation()) {
    const owner = await scheduler.step()
    if (!owner) break
    steps += 1
    invariants.afterStep()
  }
  if (!invariants.violation()) invariants.checkEnd(world.database.root())
  return {
    violation: invariants.violation(),
    steps,
    trace: world.trace,
    duration: scheduler.now() - begin,
  }
}
