import { cancelShow, previewShowCancellation } from '@marquee/contract/office/cancellations'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { refetchShows, showKeys } from '#lib/shows.queries.ts'

const PROGRESS_MS = 500

const MUTATION_KEY = ['cancel-show']

/** What cancelling the show would do, or has done: read again while the server is refunding. */
export function useShowCancellation(showtimeId: string) {
  const isCancelling = useIsMutating({ mutationKey: MUTATION_KEY }) > 0
  return useQuery({
    queryKey: showKeys.detail(showtimeId, 'cancellation'),
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
    onSettled: () => refetchShows(showtimeId),
  })
