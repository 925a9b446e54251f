import { type GoogleResult, getPendingGoogleLink } from '@marquee/contract/google'
import { useQuery } from '@tanstack/react-query'
import { restoreSession } from '#features/session/session.store.ts'
import { call } from '#lib/api.ts'

/** Returns the result of Continue with Google. Fetches the session when Google has confirmed the identity. */
export function useGoogleSignInResult(google: GoogleResult | undefined) {
  const { isFetched } = useQuery({
    queryKey: ['google', 'session'],
    queryFn: () => restoreSession().then(() => null),
    enabled: google === 'done',
    gcTime: 0,
  })
  if (google !== 'done') return google
  // Still signed out after the fetch: the browser has not kept the session cookie.
  return isFetched ? 'refused' : 'loading'
}

/** Returns the email of the account to link with Google, '' if there is none, undefined while loading. */
export function useLinkEmail(linking: boolean) {
  const { data, error } = useQuery({
    queryKey: ['google', 'link'],
    queryFn: () => call(getPendingGoogleLink, {}),
    enabled: linking,
    staleTime: 0,
  })
  if (!linking || error) return ''
  return data && (data.email ?? '')
}
