import { type TimedResponse, timedFetch } from '@marquee/ui-kit/lib/timed-fetch.ts'

// Module state: the calls are made before the app is there.
const responses = new Map<string, Promise<TimedResponse>>()

/** Makes the calls that the code of the first page would make, while that code and the app are still loading. */
export function makeEarlyCalls(paths: readonly string[]) {
  for (const path of paths) {
    const { query, headers } = bypassCaches()
    const url = `${path}?${new URLSearchParams(query)}`
    const response = timedFetch(url, { credentials: 'include', headers })
    // The call that takes the response reports its failure.
    response.catch(() => undefined)
    responses.set(path, response)
  }
}

/** Returns the response to an early call, once: a later call needs a newer one. */
export function takeEarlyResponse(path: string) {
  const response = responses.get(path)
  responses.delete(path)
  return response
}

/** The query and the headers that bypass every cache (specification §7). */
export const bypassCaches = () => ({
  query: { _t: String(Date.now()), _r: String(Math.random()), nocache: 'true' },
  headers: { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache' },
})
