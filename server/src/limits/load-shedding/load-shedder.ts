import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '../../platform/log.ts'
import type { createMetrics } from '../../platform/metrics.ts'
import { type Load, nextLoadLevel, PRIORITIES, type Priority } from './load-level.ts'

/** How often the delay of the event loop is measured, and the jobs of the node take a sample. Milliseconds. */
const RESOLUTION_MS = 20
export const SAMPLE_EVERY_MS = 500

/** When a refused request should come again, in seconds: what can wait waits longer. Browsers add a random part. */
const RETRY_AFTER_SECONDS: Readonly<Record<Priority, number>> = {
  looking: 10,
  choosing: 5,
  paying: 3,
  tickets: 2,
}

const IDLE: Load = { delayMs: 0, underWay: 0 }
const RANKS = new Map<Priority, number>(PRIORITIES.map((priority, rank) => [priority, rank]))

interface Dependencies {
  log: Log
  metrics: Pick<ReturnType<typeof createMetrics>, 'recordShedding'>
  /** Returns the mean delay of the event loop since the last call, in milliseconds. */
  readDelayMs?: () => number
}

/**
 * Counts what a node has under way and decides which requests it refuses. While it is not overloaded, a request costs two additions and a
 * comparison.
 */
export function createLoadShedder({
  log,
  metrics,
  readDelayMs = createDelayReader(),
}: Dependencies) {
  let underWay = 0
  let level = 0
  let last = IDLE

  /** Measures the load, and from it and the sample before the level. */
  function sample() {
    const current = { delayMs: readDelayMs(), underWay }
    const next = nextLoadLevel(level, [last, current])
    last = current
    if (next === level) return
    log.warn(
      { level: next, refused: PRIORITIES.slice(0, next), ...current },
      next > level ? 'node overloaded, requests refused' : 'node less loaded',
    )
    level = next
  }

  /** Whether a request is refused. A refused one is counted in the metrics. */
  function refuses(priority: Priority | null) {
    if (level === 0 || priority === null || (RANKS.get(priority) ?? 0) >= level) return false
    metrics.recordShedding(priority)
    return true
  }

  return {
    sample,
    refuses,
    begin: () => {
      underWay += 1
    },
    end: () => {
      underWay -= 1
    },
    /** How many priorities are refused at the moment. */
    level: () => level,
    underWay: () => underWay,
    retryAfterSeconds: (priority: Priority) => RETRY_AFTER_SECONDS[priority],
  }
}

/** Begins to measure at the first call, so that a context without jobs has no timer. */
function createDelayReader() {
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined
  return () => {
    if (!delays) {
      delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      delays.enable()
    }
    const { count, mean } = delays
    delays.reset()
    return count === 0 ? 0 : Math.max(0, mean / 1e6 - RESOLUTION_MS)
  }
}
