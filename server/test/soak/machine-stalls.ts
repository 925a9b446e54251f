import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestCluster } from './test-cluster.ts'

const PAUSE_MS = 200
/** Servers answer UNAVAILABLE after five seconds. */
const STALL_MS = 2000

/**
 * Records an outage for each period in which the machine itself takes seconds to run this process or to write to its disk, as when other
 * programs use it. Locks of the database do not delay this. Returns the number of these periods.
 */
export async function recordStalls(
  { dataDir, outages }: Pick<TestCluster, 'dataDir' | 'outages'>,
  isOver: () => boolean,
) {
  await using file = await open(join(dataDir, 'stall-probe'), 'w')
  let stalls = 0
  while (!isOver()) {
    const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY, isOfDatabase: true }
    const timer = setTimeout(() => {
      stalls += 1
      outages.push(outage)
    }, STALL_MS)
    await delay(PAUSE_MS)
    await file.write('1', 0)
    await file.datasync()
    outage.to = Date.now()
    clearTimeout(timer)
  }
  return stalls
}
