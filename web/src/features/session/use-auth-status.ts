import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { session, useSession } from './session.store.ts'

/** Returns the loading state and the error of the session. Clears the error when the form is left. */
export function useAuthStatus() {
  useEffect(() => session.clearError, [])
  return useSession(useShallow(({ loading, error }) => ({ loading, error })))
}
