import { listFriendPasses } from '@marquee/contract/tickets/tickets'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions } from '@tanstack/react-query'

export const FRIEND_PASSES_KEY = ['friend-passes'] as const

/** The passes of seats that others have paid for this visitor. `userId`: the signed-in user. */
export const friendPassesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...FRIEND_PASSES_KEY, userId],
    queryFn: ({ signal }) => call(listFriendPasses, {}, signal),
    staleTime: 0,
  })
