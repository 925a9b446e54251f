/** In the page before its own code: notes what its visitor would feel. */
const seen = { shifts: 0, largest: 0, waits: {}, frames: [], rendered: 0 }
window.seen = seen

const watch = (type, note, options = {}) =>
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry)
  }).observe({ type, buffered: true, ...options })

watch('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) seen.shifts += value
})
watch('largest-contentful-paint', ({ startTime }) => {
  seen.largest = startTime
})
// From a tap to the picture that answers it; the longest of its events is what is felt.
watch(
  'event',
  ({ interactionId, duration }) => {
    if (!interactionId) return
    seen.waits[interactionId] = Math.max(seen.waits[interactionId] ?? 0, duration)
  },
  { durationThreshold: 16 },
)

seen.countFrames = () => {
  const frame = (now) => {
    seen.frames.push(now)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** React marks what it has worked on; what a commit has not reached keeps the children it had. */
const PERFORMED_WORK = 1
const isSeat = ({ memoizedProps }) => memoizedProps?.seat && 'isTabStop' in memoizedProps

function drawn(fiber) {
  const before = fiber.alternate
  let count = isSeat(fiber) && fiber.flags & PERFORMED_WORK ? 1 : 0
  if (before && before.child === fiber.child) return count
  for (let child = fiber.child; child; child = child.sibling) count += drawn(child)
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
    seen.rendered += drawn(current)
  },
}
