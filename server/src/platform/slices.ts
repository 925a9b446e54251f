import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** The clock is read after so many items. */
const SLICE = 100
/**
 * Requests wait so long, milliseconds. A room of 1,000 sockets is sent a change in less. At an on-sale with 1,667 sockets a node, the p99 of a page of
 * the queue is 675 to 832 ms instead of 1,061 to 1,148 ms (docs/performance.md).
 */
const MAX_BUSY_MS = 100

/** Calls `work` with a slice of the items at a time. Lets requests be served in between, if it takes long. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => void,
) {
  let since = performance.now()
  for (let start = 0; start < items.length; start += SLICE) {
    if (performance.now() - since >= MAX_BUSY_MS) {
      await yieldToEventLoop()
      since = performance.now()
    }
    work(items.slice(start, start + SLICE))
  }
}
