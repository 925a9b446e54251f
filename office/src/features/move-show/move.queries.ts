import { type MoveTarget, moveShow, planMove } from '@marquee/contract/office/shows/show-moves'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { refetchShows } from '#lib/shows.queries.ts'

interface ConfirmedMove extends MoveTarget {
  planId: string
  reason: string
  refundUnseated: boolean
}

/** What a move would do. */
export const fetchMovePlan = (showtimeId: string, body: MoveTarget) =>
  call(planMove, { params: { showtimeId }, body })

export const useMoveShow = (showtimeId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: ConfirmedMove) => call(moveShow, { params: { showtimeId }, body }),
    onSuccess: async () => {
      onSuccess()
      await refetchShows(showtimeId)
    },
  })
