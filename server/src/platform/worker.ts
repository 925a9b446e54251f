import { Worker } from 'node:worker_threads'

/** What came of one piece of work. */
export type Outcome<Answer> = { id: number } & ({ answer: Answer } | { reason: string })

/**
 * A thread that gives way to those that sell seats, for work that would else hold them up. It begins with the first work, and
 * keeps nobody from leaving when there is none. What breaks there is an error here, of the one who asked.
 */
export function createWorker<Work, Answer>(script: URL, given?: unknown) {
  let thread: ReturnType<typeof begin> | undefined

  function begin() {
    const worker = new Worker(script, { workerData: given })
    const asked = new Map<number, PromiseWithResolvers<Answer>>()
    let last = 0

    worker.on('message', (outcome: Outcome<Answer>) => {
      const one = asked.get(outcome.id)
      asked.delete(outcome.id)
      if (asked.size === 0) worker.unref()
      if ('answer' in outcome) one?.resolve(outcome.answer)
      else one?.reject(new Error(outcome.reason))
    })
    worker.on('error', (error) => {
      thread = undefined
      for (const { reject } of asked.values()) reject(error)
    })

    return (work: Work) => {
      const one = Promise.withResolvers<Answer>()
      last += 1
      asked.set(last, one)
      worker.ref()
      worker.postMessage({ id: last, work })
      return one.promise
    }
  }

  return (work: Work) => {
    thread ??= begin()
    return thread(work)
  }
}
