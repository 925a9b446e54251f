/** Runs in the page before its own code and records its metrics. */
const metrics = { shifts: 0, largest: 0, waits: {}, frames: [], rendered: 0 }
window.pageMetrics = metrics

const observe = (type, record, options = {}) =>
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record(entry)
  }).observe({ type, buffered: true, ...options })

observe('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) metrics.shifts += value
})
observe('largest-contentful-paint', ({ startTime }) => {
  metrics.largest = startTime
})
// From a tap to the next paint. An interaction has several events: the longest counts.
observe(
  'event',
  ({ interactionId, duration }) => {
    if (!interactionId) return
    metrics.waits[interactionId] = Math.max(metrics.waits[interactionId] ?? 0, duration)
  },
  { durationThreshold: 16 },
)

metrics.countFrames = () => {
  const frame = (now) => {
    metrics.frames.push(now)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** React sets this flag on each fiber that it rendered. A subtree that was not reached keeps its child. */
const PERFORMED_WORK = 1
const isSeat = ({ memoizedProps }) => memoizedProps?.seat && 'isTabStop' in memoizedProps

function countRendered(fiber) {
  const before = fiber.alternate
  let count = isSeat(fiber) && fiber.flags & PERFORMED_WORK ? 1 : 0
  if (before && before.child === fiber.child) return count
  for (let child = fiber.child; child; child = child.sibling) count += countRendered(child)
  return count
}

window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  checkDCE: () => undefined,
  onCommitFiberUnmount: () => undefined,
  onPostCommitFiberRoot: () => undefined,
  onCommitFiberRoot: (_, { current }) => {
    metrics.rendered += countRendered(current)
  },
}
