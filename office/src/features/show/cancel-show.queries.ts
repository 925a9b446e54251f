import {
  cancelShow,
  previewShowCancellation,
  type RefundAs,
  type RefundFor,
} from '@marquee/contract/office/cancellations'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { keepPreviousData, useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { refetchShows, showKeys } from '#lib/shows.queries.ts'

const PROGRESS_MS = 500

const MUTATION_KEY = ['cancel-show']

export interface RefundTerms {
  refundFor: RefundFor
  refundAs: RefundAs
}

/** What cancelling the show on these terms would do, or has done: read again while the server is refunding. */
export function useShowCancellation(showtimeId: string, terms: RefundTerms) {
  const isCancelling = useIsMutating({ mutationKey: MUTATION_KEY }) > 0
  return useQuery({
    queryKey: [...showKeys.detail(showtimeId, 'cancellation'), terms],
    queryFn: ({ signal }) =>
      call(previewShowCancellation, { params: { showtimeId }, querystring: terms }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isCancelling || data?.cancelled?.isFinished === false ? PROGRESS_MS : false,
  })
}

export const useCancelShow = (showtimeId: string) =>
  useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (body: RefundTerms & { reason: string }) =>
      call(cancelShow, { params: { showtimeId }, body }),
    onSettled: () => refetchShows(showtimeId),
  })
