import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { session, useSession } from '#features/session/session.store.ts'

/** How the session's latest attempt goes, for the page whose forms make it. Its error leaves with the page. */
export function useAuthStatus() {
  useEffect(() => session.clearError, [])
  return useSession(useShallow(({ loading, error }) => ({ loading, error })))
}
