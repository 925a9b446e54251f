import { getSession } from '@marquee/contract/accounts/accounts'
import { getPendingGoogleLink } from '@marquee/contract/accounts/google'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { session } from './session.store.ts'

export const accountQuery = (userId: string) =>
  queryOptions({ queryKey: ['account', userId], queryFn: fetchAccount })

/** Fetches the whole account. The session store has only the fields that every page shows. */
export const useAccount = (userId: string | undefined) =>
  useQuery({ ...accountQuery(userId ?? ''), enabled: userId !== undefined })

async function fetchAccount() {
  const { user } = await call(getSession, {})
  if (!user) session.clearUser()
  return user
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
