import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Outcome } from './worker.ts'

/** About a tenth of the processor's time where others want all of it. */
const BEHIND_OTHERS = 10

/** For the script of a thread: does what it is asked for, each by itself. */
export function doWork<Work, Answer>(act: (work: Work) => Answer | Promise<Answer>) {
  // Linux means this thread alone, other systems the whole process.
  if (platform() === 'linux') setPriority(BEHIND_OTHERS)

  async function outcomeOf(id: number, work: Work): Promise<Outcome<Answer>> {
    try {
      return { id, answer: await act(work) }
    } catch (error) {
      return { id, reason: error instanceof Error ? error.message : String(error) }
    }
  }
  parentPort?.on('message', async ({ id, work }: { id: number; work: Work }) => {
    parentPort?.postMessage(await outcomeOf(id, work))
  })
}
