import { GoogleResult } from '@marquee/contract/accounts/google'
import { toSafeReturnPath } from '@marquee/contract/pages'
import { useLocation } from 'react-router'

/**
 * Reads what the sign-in and sign-up pages receive: from one of our pages in the navigation state, or from the server in the URL,
 * which `useGoogleSignInResult` then moves to the navigation state.
 */
export function useAuthRedirect() {
  const { state, search } = useLocation()
  const query = new URLSearchParams(search)
  return {
    /** The path to open after signing in. */
    from: toSafeReturnPath(stateField(state, 'from') ?? query.get('from')),
    /** The email of an account that was registered just now. */
    email: stateField(state, 'email'),
    /** The result of Continue with Google. */
    google: GoogleResult.safeParse(stateField(state, 'google') ?? query.get('google')).data,
  }
}

/** Reads a text from the navigation state, which has no fixed type. */
function stateField(state: unknown, name: string) {
  if (typeof state !== 'object' || state === null) return undefined
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
