import { getSession, type User } from '@marquee/contract/accounts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { session } from '#features/session/session.store.ts'
import { call } from '#lib/api.ts'

const account = (userId: string) =>
  queryOptions({ queryKey: ['account', userId], queryFn: readAccount })

/** The whole account, of which the session remembers only what every page shows; none for a visitor. */
export const useAccount = (userId: string | undefined) =>
  useQuery({ ...account(userId ?? ''), enabled: userId !== undefined })

/** Puts the account that an update answered in the place of the one read before. */
export function useRememberAccount() {
  const queryClient = useQueryClient()
  return (user: User) => queryClient.setQueryData(account(user._id).queryKey, user)
}

async function readAccount() {
  const { user } = await call(getSession, {})
  if (!user) session.signedOut()
  return user
}
