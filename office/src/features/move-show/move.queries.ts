import type { CallInput } from '@marquee/contract/calls/endpoint'
import { type MoveTarget, moveShow, planMove } from '@marquee/contract/office/shows/show-moves'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { refetchShows } from '#lib/shows.queries.ts'

/** What a move would do. */
export const fetchMovePlan = (showtimeId: string, body: MoveTarget) =>
  call(planMove, { params: { showtimeId }, body })

export const useMoveShow = (showtimeId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof moveShow>['body']) =>
      call(moveShow, { params: { showtimeId }, body }),
    onSuccess: async () => {
      onSuccess()
      await refetchShows(showtimeId)
    },
  })
