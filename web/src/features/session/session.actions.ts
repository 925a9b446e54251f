import { deleteUser, postSignOut, signIn, signUp, updateUser } from '@marquee/contract/accounts'
import type { Call, Endpoint } from '@marquee/contract/endpoint'
import { session } from '#features/session/session.store.ts'
import { ApiError, call, isSessionRefusal, renewSession } from '#lib/api.ts'

type Credentials = Call<typeof signIn>['body']
type NewAccount = Call<typeof signUp>['body']
type AccountChanges = Call<typeof updateUser>['body']

export const SOMETHING_WRONG = 'Something went wrong!'

/** Resolves to what the server answered, or undefined: then the session tells why (specification, section 8). */
export async function signInWith(credentials: Credentials) {
  session.started()
  try {
    const answer = await call(signIn, { body: credentials })
    session.signedInAs(answer.user)
    return answer
  } catch (error) {
    session.failed(serverMessage(error))
    return undefined
  }
}

export const register = (account: NewAccount) => call(signUp, { body: account })

/** Resolves to the account as the server now has it, or undefined when it refused. */
export async function updateAccount(userId: string, changes: AccountChanges) {
  session.started()
  try {
    const user = await callSignedIn(updateUser, { params: { userId }, body: changes }, userId)
    session.signedInAs(user)
    return user
  } catch (error) {
    session.failed(messageOf(error))
    return undefined
  }
}

/** Resolves to whether the account is gone; the caller then takes the page elsewhere and signs it out. */
export async function deleteAccount(userId: string) {
  session.started()
  try {
    await callSignedIn(deleteUser, { params: { userId } }, userId)
    return true
  } catch (error) {
    session.failed(messageOf(error))
    return false
  }
}

/**
 * Throws when the server could not be told: its cookies would still stand, and a page that looked
 * signed out would lie to whoever uses this computer next.
 */
export async function endSession() {
  try {
    await call(postSignOut, {})
  } catch (error) {
    if (!isSessionRefusal(error)) throw error
  }
}

/** A 403 here is a wrong password, and trying it twice would not make it right: only a 401 is renewed. */
async function callSignedIn<E extends Endpoint>(endpoint: E, parts: Call<E>, userId: string) {
  try {
    return await call(endpoint, parts)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    await renewSession(userId)
    return call(endpoint, parts)
  }
}

const serverMessage = (error: unknown) =>
  (error instanceof ApiError && error.details.serverMessage) || SOMETHING_WRONG

const messageOf = (error: unknown) => (error instanceof Error ? error.message : SOMETHING_WRONG)
