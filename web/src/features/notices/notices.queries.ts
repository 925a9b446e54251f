import { listNotices, readAllNotices, readNotice } from '@marquee/contract/accounts/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'
import { useAccountEvents } from '#lib/socket/use-account-events.ts'

const noticesKey = (userId: string) => ['notices', userId] as const

/** The latest notices of the account: fetched again when they change, and when the window gets the focus. */
export function useNotices(userId: string) {
  useAccountEvents(noticesKey(userId))
  return useQuery({
    queryKey: noticesKey(userId),
    queryFn: ({ signal }) => callAsUser(listNotices, {}, userId, signal),
    staleTime: 0,
  })
}

/** Marks one notice as read, or all of them. */
export function useReadNotices(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noticeId: string | undefined) =>
      noticeId === undefined
        ? callAsUser(readAllNotices, {}, userId)
        : callAsUser(readNotice, { params: { noticeId } }, userId),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey(userId) }),
  })
}
