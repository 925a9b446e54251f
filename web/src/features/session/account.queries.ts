import type { getSession } from '@marquee/contract/accounts/accounts'
import { SESSION_ROUTE } from '@marquee/contract/accounts/session'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { session } from './session.store.ts'

export const accountQuery = (userId: string) =>
  queryOptions({ queryKey: ['account', userId], queryFn: fetchAccount })

/** Fetches the whole account. The session store has only the fields that every page shows. */
export const useAccount = (userId: string | undefined) =>
  useQuery({ ...accountQuery(userId ?? ''), enabled: userId !== undefined })

async function fetchAccount() {
  const { user } = await call<typeof getSession>(SESSION_ROUTE, {})
  if (!user) session.clearUser()
  return user
}
