import type { GoogleResult } from '@marquee/contract/accounts/google'
import { logWarning } from '@marquee/ui-kit/lib/log.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { restoreSession, useSession } from './session.store.ts'
import type { useAuthRedirect } from './use-auth-redirect.ts'

type AuthRedirect = Pick<ReturnType<typeof useAuthRedirect>, 'google' | 'from'>

/** Moves the result of Continue with Google from the URL to the navigation state, and logs a failure (specification §8). */
function useCleanUrl(google: GoogleResult | undefined, from: string) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // A signed-in visitor is redirected to `from`. A second navigation at the same time would replace that one.
  const isSignedIn = useSession(({ currentUser }) => currentUser !== null)
  const isInUrl = google !== undefined && search !== '' && !isSignedIn
  useEffect(() => {
    if (!isInUrl) return
    if (google !== 'done' && google !== 'link') logWarning('google sign-in failed:', google)
    void navigate(pathname, { replace: true, state: { google, from } })
  }, [isInUrl, google, from, pathname, navigate])
}

/** Returns the result of Continue with Google. Fetches the session when Google has confirmed the identity. */
export function useGoogleSignInResult({ google, from }: AuthRedirect) {
  useCleanUrl(google, from)
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
