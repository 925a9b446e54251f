import {
  deleteUser,
  postSignOut,
  signIn,
  signUp,
  type User,
  updateUser,
} from '@marquee/contract/accounts/accounts'
import type { CallInput, Endpoint } from '@marquee/contract/calls/endpoint'
import { ApiError, call, DEFAULT_ERROR_MESSAGE, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { renewSession } from '#lib/api/api.ts'
import { isPartlySaved } from '#lib/api/partly-saved.ts'
import { accountQuery } from './account.queries.ts'
import { session, useSession } from './session.store.ts'

const LINKED = 'Your Google account is linked. You can now sign in with it.'
const NOT_LINKED =
  'You are signed in, but Google could not be linked. Please sign out and continue with Google again.'

/** Loading and error are part of the session (specification §3). */
export const useSignIn = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof signIn>['body']) => call(signIn, { body }),
    onMutate: session.setLoading,
    onSuccess: ({ user, googleLinked }, { linkGoogle }) => {
      session.setUser(user)
      if (linkGoogle) notify(googleLinked ? LINKED : NOT_LINKED)
    },
    onError: (error) => session.setError(serverMessage(error)),
  })

const SIGN_UP_KEY = ['sign-up']

export const useSignUp = () =>
  useMutation({
    mutationKey: SIGN_UP_KEY,
    mutationFn: (body: CallInput<typeof signUp>['body']) => call(signUp, { body }),
  })

/**
 * The password of an account that was registered just now in this tab, so that the sign-in form is filled. It is in memory only, and removed from
 * it after some minutes.
 */
export const useNewPassword = (email: string | undefined) =>
  useMutationState({
    filters: { mutationKey: SIGN_UP_KEY, status: 'success' },
    select: ({ state }) => state.variables as CallInput<typeof signUp>['body'],
  }).findLast((account) => account.email === email)?.password

/** Returns a function that stores the changed account of this user. */
export function useSaveAccount(userId: string) {
  const queryClient = useQueryClient()
  return (user: User) => {
    session.setUser(user)
    queryClient.setQueryData(accountQuery(userId).queryKey, user)
  }
}

export function useUpdateAccount(userId: string) {
  const queryClient = useQueryClient()
  const saveAccount = useSaveAccount(userId)
  return useMutation({
    mutationFn: (body: CallInput<typeof updateUser>['body']) =>
      callWithRenewal(updateUser, { params: { userId }, body }, userId),
    onMutate: session.setLoading,
    onSuccess: saveAccount,
    onError: (error) => {
      session.setError(error.message)
      if (isPartlySaved(error)) void refreshAccount(queryClient, userId)
    },
  })
}

/** Fetches the account, also for the header of every page. */
async function refreshAccount(queryClient: QueryClient, userId: string) {
  await queryClient.invalidateQueries(accountQuery(userId))
  const user = queryClient.getQueryData(accountQuery(userId).queryKey)
  if (user && useSession.getState().currentUser?._id === userId) session.refreshUser(user)
}

/** `onDeleted` is called also if the page was left meanwhile. */
export const useDeleteAccount = (userId: string, onDeleted: () => void) =>
  useMutation({
    mutationFn: () => callWithRenewal(deleteUser, { params: { userId } }, userId),
    onMutate: session.setLoading,
    onSuccess: onDeleted,
    onError: (error) => session.setError(error.message),
  })

/** Fails if the server cannot be reached: its cookies would stay valid on a page that looks signed out. */
export const useSignOut = () =>
  useMutation({
    mutationFn: async () => {
      try {
        await call(postSignOut, {})
      } catch (error) {
        if (!isSessionRefusal(error)) throw error
      }
    },
  })

/** Renews the session after a 401 only. A 403 asks for the current password and is not repeated. */
async function callWithRenewal<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  userId: string,
) {
  try {
    return await call(endpoint, input)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    await renewSession(userId)
    return call(endpoint, input)
  }
}

const serverMessage = (error: unknown) =>
  (error instanceof ApiError && error.details.serverMessage) || DEFAULT_ERROR_MESSAGE
