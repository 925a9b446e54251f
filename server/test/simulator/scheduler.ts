import type { Random } from './random.ts'

/** Who runs tasks: a node, the database, the network, the visitors. */
export interface Owner {
  name: string
  /** The tasks of an owner that has crashed never run. */
  isAlive: boolean
  /** The owner runs nothing until then. Epoch milliseconds. */
  frozenUntil: number
}

export const createOwner = (name: string): Owner => ({ name, isAlive: true, frozenUntil: 0 })

interface Task {
  owner: Owner
  /** Does not run earlier. Epoch milliseconds. */
  at: number
  run: () => void
}

/** The first moment of a run. */
export const START = Date.UTC(2030, 0, 1, 12)
/** How much time passes with a step, at most. */
const STEP_MS = 3

export type Scheduler = ReturnType<typeof createScheduler>

/** Runs one task after another, in an order from the random numbers. The clock is virtual: without a task to run, it goes to the next one. */
export function createScheduler(random: Random) {
  let now = START
  let ready: Task[] = []
  let later: Task[] = []
  /** No task of `later` can run earlier. */
  let nextAt = Number.POSITIVE_INFINITY

  const add = (owner: Owner, run: () => void, delay = 0) => {
    const task = { owner, run, at: now + delay }
    if (delay > 0) {
      later.push(task)
      nextAt = Math.min(nextAt, task.at)
    } else ready.push(task)
  }
  const startOf = ({ at, owner }: Task) => Math.max(at, owner.frozenUntil)

  /** Moves the tasks whose time has come. Returns when the next one comes. */
  function promote() {
    if (now < nextAt) return nextAt
    let next = Number.POSITIVE_INFINITY
    const waiting: Task[] = []
    for (const task of later) {
      if (!task.owner.isAlive) continue
      if (startOf(task) <= now) ready.push(task)
      else {
        next = Math.min(next, startOf(task))
        waiting.push(task)
      }
    }
    later = waiting
    nextAt = next
    return next
  }

  function takeTask(): Task | undefined {
    const isLater = (task: Task) => startOf(task) > now
    if (ready.some((task) => isLater(task) || !task.owner.isAlive)) {
      for (const task of ready.filter(isLater)) {
        later.push(task)
        nextAt = Math.min(nextAt, startOf(task))
      }
      ready = ready.filter((task) => !isLater(task) && task.owner.isAlive)
    }
    const next = promote()
    if (ready.length === 0) {
      if (next === Number.POSITIVE_INFINITY) return undefined
      now = next
      return takeTask()
    }
    const index = random.below(ready.length)
    const task = ready[index]
    const last = ready.pop()
    if (last && last !== task) ready[index] = last
    return task
  }

  /** Runs the next task and everything that follows from it at once. Returns its owner; undefined if there is none. */
  async function step(): Promise<Owner | undefined> {
    now += random.between(0, STEP_MS)
    const task = takeTask()
    if (!task) return undefined
    task.run()
    // All promises that the task has settled are followed before this.
    await new Promise(setImmediate)
    return task.owner
  }

  return {
    add,
    step,
    now: () => now,
    /** Resolves later, in a step of the owner. */
    wait: (owner: Owner, ms = 0) => new Promise<void>((resolve) => add(owner, resolve, ms)),
  }
}
