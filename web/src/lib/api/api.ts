import type { refreshSession } from '@marquee/contract/accounts/accounts'
import { REFRESH_ROUTE, SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { CallInput, Endpoint } from '@marquee/contract/calls/endpoint'
import { ApiError, call, callWithFile, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'

// One renewal at a time for the whole page, because the session cookie is shared.
let renewal: Promise<unknown> | undefined

/** Renews the session. Concurrent callers share one call. Throws `SESSION_ENDED` if the session cannot be renewed. */
export async function renewSession(userId: string) {
  renewal ??= call<typeof refreshSession>(REFRESH_ROUTE, { body: { userId } }).finally(() => {
    renewal = undefined
  })
  try {
    await renewal
  } catch (error) {
    throw isSessionRefusal(error) ? new ApiError(error.status, error.code, SESSION_ENDED) : error
  }
}

/** A call of a signed-in user. If the session is refused, it is renewed and the call is repeated once. */
export const callAsUser = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  userId: string,
  signal?: AbortSignal,
) => repeatAfterRenewal(userId, () => call(endpoint, input, signal))

/** The same for a call whose body is a file. */
export const uploadAsUser = <E extends Endpoint>(endpoint: E, file: File, userId: string) =>
  repeatAfterRenewal(userId, () => callWithFile(endpoint, file))

async function repeatAfterRenewal<T>(userId: string, makeCall: () => Promise<T>) {
  try {
    return await makeCall()
  } catch (error) {
    if (!isSessionRefusal(error)) throw error
    await renewSession(userId)
    return makeCall()
  }
}
