import { makeEarlyCall } from '@marquee/ui-kit/lib/early-calls.ts'

/** Makes the calls that the code of the first page would make, while that code and the app are still loading. */
export function makeEarlyCalls(paths: readonly string[]) {
  for (const path of paths) {
    const { query, headers } = bypassCaches()
    makeEarlyCall(path, `${path}?${new URLSearchParams(query)}`, headers)
  }
}

/** The query and the headers that bypass every cache (specification §7). */
export const bypassCaches = () => ({
  query: { _t: String(Date.now()), _r: String(Math.random()), nocache: 'true' },
  headers: { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache' },
})
