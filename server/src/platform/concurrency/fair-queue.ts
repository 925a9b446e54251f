import { setImmediate } from 'node:timers'
import { unavailable } from '#src/errors.ts'

interface FairQueueOptions {
  concurrency: number
  /** Infinity for tasks that no visitor can multiply. */
  maxQueued: number
}

interface QueuedTask {
  start: () => void
  refuse: (error: Error) => void
}

/** Who a task is for, such as an address and an account there. */
export type QueueKey = readonly [group: string, member?: string]

/**
 * Runs at most `concurrency` tasks at the same time. Groups take turns, and so do the members of a group: the many tasks of one requester delay
 * another one by one task only. The event loop turns before a task that follows another one. When more than `maxQueued` tasks wait, the newest task
 * of the requester with the most tasks fails with UNAVAILABLE.
 */
export function createFairQueue({ concurrency, maxQueued }: FairQueueOptions) {
  /** The tasks by group and member, each in the order of their turns. */
  const groups = new Map<string, Map<string, QueuedTask[]>>()
  let running = 0
  let queued = 0

  function acquire([group, member = '']: QueueKey) {
    if (running < concurrency) {
      running += 1
      return
    }
    return new Promise<void>((start, refuse) => {
      const members = groups.get(group) ?? new Map<string, QueuedTask[]>()
      const tasks = members.get(member) ?? []
      tasks.push({ start, refuse })
      members.set(member, tasks)
      groups.set(group, members)
      queued += 1
      refuseExcess(group, member)
    })
  }

  function refuseExcess(newestGroup: string, newestMember: string) {
    if (queued <= maxQueued) return
    const sizes = new Map([...groups].map(([group, members]) => [group, countTasks(members)]))
    const group = largestOf(sizes, newestGroup)
    const members = groups.get(group) ?? new Map<string, QueuedTask[]>()
    const lengths = new Map([...members].map(([member, tasks]) => [member, tasks.length]))
    const member = largestOf(lengths, group === newestGroup ? newestMember : '')
    members.get(member)?.pop()?.refuse(unavailable())
    queued -= 1
    deleteEmpty(group, member)
  }

  function deleteEmpty(group: string, member: string) {
    const members = groups.get(group)
    if (members?.get(member)?.length === 0) members.delete(member)
    if (members?.size === 0) groups.delete(group)
  }

  /** Starts the oldest task of the member whose turn it is, in the group whose turn it is. */
  function startNext() {
    const [group = '', members] = takeTurn(groups) ?? []
    const [member = '', tasks] = (members && takeTurn(members)) ?? []
    const next = tasks?.shift()
    deleteEmpty(group, member)
    if (!next) {
      running -= 1
      return
    }
    queued -= 1
    next.start()
  }

  return async function run<T>(requester: QueueKey, task: () => Promise<T>): Promise<T> {
    await acquire(requester)
    try {
      return await task()
    } finally {
      setImmediate(startNext)
    }
  }
}

const countTasks = (members: ReadonlyMap<string, QueuedTask[]>) =>
  [...members.values()].reduce((sum, { length }) => sum + length, 0)

/** Returns the key with the largest number, `newest` if no other one has more. */
function largestOf(numbers: ReadonlyMap<string, number>, newest: string) {
  let largest = newest
  for (const [key, number] of numbers) if (number > (numbers.get(largest) ?? 0)) largest = key
  return largest
}

/** Returns the first entry and puts it at the end. */
function takeTurn<V>(turns: Map<string, V>) {
  const [first] = turns
  if (!first) return undefined
  const [key, value] = first
  turns.delete(key)
  turns.set(key, value)
  return first
}
