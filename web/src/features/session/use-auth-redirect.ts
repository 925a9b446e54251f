import { GoogleResult } from '@marquee/contract/google'
import { returnPath } from '@marquee/contract/pages'
import { useLocation } from 'react-router'

/**
 * How somebody has come to the door: sent by a page of ours, which says so in the navigation's state, or back from the
 * identity provider, in the address.
 */
export function useAuthRedirect() {
  const { state, search } = useLocation()
  const query = new URLSearchParams(search)
  return {
    /** Where to go once signed in. */
    from: returnPath(stateField(state, 'from') ?? query.get('from')),
    /** Known from registering a moment ago. */
    email: stateField(state, 'email'),
    /** How the visit to the identity provider has ended. */
    google: GoogleResult.safeParse(query.get('google')).data,
  }
}

/** A text carried in navigation state, which may hold anything. */
function stateField(state: unknown, name: string) {
  if (typeof state !== 'object' || state === null) return undefined
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
