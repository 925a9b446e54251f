import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** A collection must be worth its pause of about 0.1 s. */
const MIN_GROWTH_BYTES = 32 * 1024 * 1024
/** The share of time in which the event loop was busy. Visitors of a busy server would notice the pause. */
const MAX_UTILIZATION = 0.25

/**
 * Returns a job that collects garbage when the memory of the process has grown since the last collection and the event loop was mostly idle
 * since the last run. V8 would keep the memory of the start (40 MB) and of a load (up to 200 MB) for as long as little happens. The job is
 * synchronous: run it every few seconds.
 */
export function createMemoryRelease() {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  let collectedAt = 0
  let measured = performance.eventLoopUtilization()

  return () => {
    const { utilization } = performance.eventLoopUtilization(measured)
    measured = performance.eventLoopUtilization()
    const memory = process.memoryUsage.rss()
    collectedAt = Math.min(collectedAt, memory)
    if (memory - collectedAt < MIN_GROWTH_BYTES || utilization > MAX_UTILIZATION) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    collectedAt = process.memoryUsage.rss()
  }
}
