import { type TimedResponse, timedFetch } from './timed-fetch.ts'

// Module state: the calls are made before the app is there.
const responses = new Map<string, Promise<TimedResponse>>()

/** Makes a call that the code of the first page would make, while that code and the app are still loading. `name`: how the code asks for the response. */
export function makeEarlyCall(name: string, url = name, headers: Record<string, string> = {}) {
  const response = timedFetch(url, { credentials: 'include', headers })
  // The call that takes the response reports its failure.
  response.catch(() => undefined)
  responses.set(name, response)
}

/** Returns the response to an early call, once: a later call needs a newer one. */
export function takeEarlyResponse(name: string) {
  const response = responses.get(name)
  responses.delete(name)
  return response
}

/** Forgets the responses that were not taken, for example those to a locked device. */
export const forgetEarlyResponses = () => responses.clear()
