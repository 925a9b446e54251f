import type { getSession, User } from '@marquee/contract/accounts/accounts'
import { SESSION_ROUTE } from '@marquee/contract/accounts/session'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** The only account fields that are stored in the browser. Tokens are never stored. */
const STORED_FIELDS = ['_id', 'username', 'email', 'profilePicture'] as const
export type SessionUser = Pick<User, (typeof STORED_FIELDS)[number]>

const pickStoredFields = ({ _id, username, email, profilePicture }: SessionUser): SessionUser => ({
  _id,
  username,
  email,
  profilePicture,
})

/** Returns null if the stored value is not valid: users can edit it. */
function readStoredUser(stored: unknown) {
  const { currentUser } = Object(stored) as { currentUser?: SessionUser | null }
  const isValid = STORED_FIELDS.every((name) => typeof currentUser?.[name] === 'string')
  return currentUser && isValid ? pickStoredFields(currentUser) : null
}

interface SessionState {
  /** Null when signed out. */
  currentUser: SessionUser | null
  /** True if the user has not confirmed the email. Not stored: the server is asked at each start. */
  isEmailUnconfirmed: boolean
  loading: boolean
  error: false | string
}

const SIGNED_OUT: SessionState = {
  currentUser: null,
  isEmailUnconfirmed: false,
  loading: false,
  error: false,
}

/** Stored under the key `root`, version 1 (specification §3). */
export const useSession = create<SessionState>()(
  persist(() => SIGNED_OUT, {
    name: 'root',
    version: 1,
    storage: createJSONStorage(() => localStorage),
    partialize: ({ currentUser }) => ({ currentUser }),
    merge: (stored, session) => ({ ...session, currentUser: readStoredUser(stored) }),
  }),
)

const update = (changes: Partial<SessionState>): void => void useSession.setState(changes)

type FetchedUser = SessionUser & Pick<User, 'emailConfirmed'>

const stateOf = (user: FetchedUser) => ({
  currentUser: pickStoredFields(user),
  isEmailUnconfirmed: !user.emailConfirmed,
})

/** The transitions of sign-in, profile update and account deletion (specification §4). */
export const session = {
  setLoading: () => update({ loading: true, error: false }),
  setError: (message: string) => update({ loading: false, error: message }),
  setUser: (user: FetchedUser) => update({ ...stateOf(user), loading: false, error: false }),
  /** The account has changed. Keeps the state of a form. */
  refreshUser: (user: FetchedUser) => update(stateOf(user)),
  clearUser: () => update(SIGNED_OUT),
  clearError: () => update({ error: false }),
}

/**
 * Fetches the session from the server. Signs out if the cookies are no longer valid.
 * Keeps the stored user if the server cannot be reached.
 */
export async function restoreSession() {
  const before = useSession.getState().currentUser
  const response = await call<typeof getSession>(SESSION_ROUTE, {}).catch(() => undefined)
  // The user has signed in or out while the request was in progress: its response is stale.
  if (!response || useSession.getState().currentUser !== before) return

  if (response.user) session.setUser(response.user)
  else session.clearUser()
}

/** Signs this tab in or out when another tab does. Returns a function that stops this. */
export function syncSessionAcrossTabs() {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== 'root' && key !== null) return
    if (newValue === null) session.clearUser()
    else void useSession.persist.rehydrate()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
