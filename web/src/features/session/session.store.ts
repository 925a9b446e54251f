import type { getSession, User } from '@marquee/contract/accounts'
import { SESSION } from '@marquee/contract/session'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { call } from '#lib/api.ts'

/** What a page shows of the person signed in, and all that stays in the browser: never a token. */
const SHOWN = ['_id', 'username', 'email', 'profilePicture'] as const
export type SessionUser = Pick<User, (typeof SHOWN)[number]>

const shownOf = ({ _id, username, email, profilePicture }: SessionUser): SessionUser => ({
  _id,
  username,
  email,
  profilePicture,
})

/** A visitor may edit what is stored: what does not fit counts as signed out. */
function rememberedIn(stored: unknown) {
  const { currentUser } = Object(stored) as { currentUser?: SessionUser | null }
  const fits = SHOWN.every((name) => typeof currentUser?.[name] === 'string')
  return currentUser && fits ? shownOf(currentUser) : null
}

interface Session {
  /** Null when signed out. */
  currentUser: SessionUser | null
  loading: boolean
  error: false | string
}

const SIGNED_OUT: Session = { currentUser: null, loading: false, error: false }

/** The session of the specification, section 3: kept under `root`, version 1. */
export const useSession = create<Session>()(
  persist(() => SIGNED_OUT, {
    name: 'root',
    version: 1,
    storage: createJSONStorage(() => localStorage),
    partialize: ({ currentUser }) => ({ currentUser }),
    merge: (stored, session) => ({ ...session, currentUser: rememberedIn(stored) }),
  }),
)

const become = (next: Partial<Session>): void => void useSession.setState(next)

/** The transitions of sign-in, profile update and account deletion (specification, section 4). */
export const session = {
  started: () => become({ loading: true, error: false }),
  failed: (message: string) => become({ loading: false, error: message }),
  signedInAs: (user: SessionUser) =>
    become({ currentUser: shownOf(user), loading: false, error: false }),
  signedOut: () => become(SIGNED_OUT),
  /** A message belongs to the form that caused it, not to the next page. */
  clearError: () => become({ error: false }),
}

/**
 * Asks the server on start whose cookies these are; if they are gone, the page is signed out.
 * Without an answer the remembered person stays: being offline signs nobody out.
 */
export async function restoreSession() {
  const remembered = useSession.getState().currentUser
  const answer = await call<typeof getSession>(SESSION, {}).catch(() => undefined)
  // Somebody who signed in or out while the question was on its way knows better.
  if (!answer || useSession.getState().currentUser !== remembered) return

  if (answer.user) session.signedInAs(answer.user)
  else session.signedOut()
}

/** Follows what other tabs do: signing out in one signs out all. Returns how to stop. */
export function syncSessionAcrossTabs() {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key !== 'root' && key !== null) return
    if (newValue === null) session.signedOut()
    else void useSession.persist.rehydrate()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
