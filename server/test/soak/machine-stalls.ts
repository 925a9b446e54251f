import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDataDir } from '#test/support/server-process.ts'

const PAUSE_MS = 200
/** Half of what a run lets the server be late. */
const MAX_STALL_MS = 1000
/**
 * A process that waits for so much of the window gets an eighth of a processor. Three nodes with PostgreSQL on two processors wait for two
 * thirds.
 */
const WINDOW_MS = 3000
const MAX_WAIT_MS = 2600
const NANOSECONDS_PER_MS = 1e6

/**
 * Measures whether the machine lets this process and the servers run, until `stop` is called, which returns each stall: the event loop of this
 * process or its disk stood still, or a process waited for a processor (on Linux). Locks of the database do not count.
 */
export async function watchMachine(serverIds: () => number[]) {
  await using started = new AsyncDisposableStack()
  const data = createDataDir()
  started.defer(data.remove)
  const file = await open(join(data.dataDir, 'stall-probe'), 'w')
  started.defer(() => file.close())
  const findStarved = createProcessorCheck()
  const stalls = new Set<string>()
  const end = Promise.withResolvers<void>()
  let isOver = false

  async function watch() {
    while (!isOver) {
      const from = performance.now()
      await Promise.race([delay(PAUSE_MS), end.promise])
      const stall = performance.now() - from - PAUSE_MS
      if (stall > MAX_STALL_MS) stalls.add('the event loop of the run stood still')
      const writtenFrom = performance.now()
      await file.write('1', 0)
      await file.datasync()
      if (performance.now() - writtenFrom > MAX_STALL_MS) stalls.add('the disk stood still')
      for (const id of await findStarved([process.pid, ...serverIds()]))
        stalls.add(`${id === process.pid ? 'the run' : 'a server'} waited for a processor`)
    }
  }
  const watching = watch()
  const resources = started.move()
  return {
    stop: async () => {
      isOver = true
      end.resolve()
      await watching
      await resources.disposeAsync()
      return [...stalls]
    },
  }
}

/** Returns the processes that waited for a processor for most of the last seconds. */
function createProcessorCheck() {
  const samples = new Map<number, { at: number; waitedMs: number }[]>()
  return async (ids: number[]) => {
    const starved: number[] = []
    for (const id of ids) {
      const waitedMs = await readWait(id)
      if (waitedMs === undefined) continue
      const at = performance.now()
      const recent = (samples.get(id) ?? []).filter((one) => one.at > at - WINDOW_MS)
      samples.set(id, [...recent, { at, waitedMs }])
      const [first] = recent
      if (first && waitedMs - first.waitedMs > MAX_WAIT_MS) starved.push(id)
    }
    return starved
  }
}

/** How long the main thread of a process has waited for a processor. Undefined after its end, and on other systems than Linux. */
async function readWait(id: number) {
  const text = await readFile(`/proc/${id}/schedstat`, 'utf8').catch(() => undefined)
  const [, waited] = text?.split(' ') ?? []
  return waited === undefined ? undefined : Number(waited) / NANOSECONDS_PER_MS
}
