/** A response, and when it was requested and received: milliseconds of `performance.now()`. */
export interface TimedResponse {
  response: Response
  sentAt: number
  receivedAt: number
}

/** The same as `fetch`, with the times. */
export async function timedFetch(url: string, init: RequestInit): Promise<TimedResponse> {
  const sentAt = performance.now()
  const response = await fetch(url, init)
  return { response, sentAt, receivedAt: performance.now() }
}
