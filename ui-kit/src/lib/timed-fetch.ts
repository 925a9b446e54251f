/** A response, and when it was requested and received: milliseconds of `performance.now()`. */
export interface TimedResponse {
  response: Response
  sentAt: number
  receivedAt: number
}

/** The same as `fetch`, with the times. Some responses are for shared caches: a browser keeps none, so that it shows what is true now. */
export async function timedFetch(url: string, init: RequestInit): Promise<TimedResponse> {
  const sentAt = performance.now()
  const response = await fetch(url, { cache: 'no-store', ...init })
  return { response, sentAt, receivedAt: performance.now() }
}
