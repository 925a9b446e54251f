import type { CallInput, ResponseBody } from '@marquee/contract/calls/endpoint'
import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { applyProgramme, planProgramme } from '@marquee/contract/office/programme/plans'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { refetchProgramme } from '#lib/programme.queries.ts'
import { refetchShows } from '#lib/shows.queries.ts'

export type Plan = ResponseBody<typeof planProgramme>

/** What changes would do now. Each reading makes a new plan. */
export const planQuery = (changes: readonly ProgrammeChange[]) =>
  queryOptions({
    queryKey: ['programme-plan', changes],
    queryFn: ({ signal }) => call(planProgramme, { body: { changes: [...changes] } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useApplyPlan = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof applyProgramme>['body']) => call(applyProgramme, { body }),
    onSuccess: () => Promise.all([refetchProgramme(), refetchShows()]),
  })
