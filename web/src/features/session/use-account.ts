import type { User } from '@marquee/contract/accounts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { whoIsSignedIn } from '#features/session/who-is-signed-in.ts'

const account = (userId: string) =>
  queryOptions({ queryKey: ['account', userId], queryFn: () => whoIsSignedIn(userId) })

/** The whole account, of which the session remembers only what every page shows. */
export const useAccount = (userId: string) => useQuery(account(userId))

/** Puts the account that an update answered in the place of the one read before. */
export function useRememberAccount() {
  const queryClient = useQueryClient()
  return (user: User) => queryClient.setQueryData(account(user._id).queryKey, user)
}
