import { call } from '@marquee/browser/api.ts'
import { queryClient } from '@marquee/browser/query-client.ts'
import { cancelShow, previewShowCancellation } from '@marquee/contract/office/cancellations'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { showKeys, showQuery } from '#lib/shows.queries.ts'

const PROGRESS_MS = 500

const cancellationKey = (showtimeId: string) => showKeys.detail(showtimeId, 'cancellation')

const MUTATION_KEY = ['cancel-show']

/** What cancelling the show would do, or has done: read again while the server is refunding. */
export function useShowCancellation(showtimeId: string) {
  const isCancelling = useIsMutating({ mutationKey: MUTATION_KEY }) > 0
  return useQuery({
    queryKey: cancellationKey(showtimeId),
    queryFn: ({ signal }) => call(previewShowCancellation, { params: { showtimeId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isCancelling || data?.cancelled?.isFinished === false ? PROGRESS_MS : false,
  })
}

export const useCancelShow = (showtimeId: string) =>
  useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (reason: string) => call(cancelShow, { params: { showtimeId }, body: { reason } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: cancellationKey(showtimeId) }),
        queryClient.invalidateQueries({ queryKey: showQuery(showtimeId).queryKey }),
        queryClient.invalidateQueries({ queryKey: showKeys.lists }),
      ]),
  })
