import {
  applyProgramme,
  exportProgramme,
  planProgramme,
} from '@marquee/contract/office/programme/plans'
import { listShows, type Show } from '@marquee/contract/office/shows/shows'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { showKeys } from '#lib/shows.queries.ts'
import type { firstCatalogue } from './first-programme.ts'

const PROGRAMME_NOT_EMPTY =
  'The cinema has halls or movies already, for example from a colleague. Continue on the pages Halls and Programme.'

/** Whether the cinema has neither a hall nor a movie. */
export const useIsEmptyProgramme = () =>
  useQuery({
    queryKey: ['is-empty-programme'],
    queryFn: ({ signal }) => isEmptyProgramme(signal),
    staleTime: 0,
  })

async function isEmptyProgramme(signal?: AbortSignal) {
  const { screens, movies } = await call(exportProgramme, {}, signal)
  return screens.length === 0 && movies.length === 0
}

type Catalogue = ReturnType<typeof firstCatalogue>

interface FirstProgramme {
  catalogue: Catalogue
  /** The day of the show: 2026-12-01. */
  day: string
}

/** Plans and applies the first programme, and returns its show. Throws an error with the conflicts of the plan. */
export const useOpenCinema = () =>
  useMutation({
    mutationFn: async ({ catalogue, day }: FirstProgramme): Promise<Show | undefined> => {
      if (!(await isEmptyProgramme())) throw new Error(PROGRAMME_NOT_EMPTY)
      const plan = await call(planProgramme, { body: { catalogue: JSON.stringify(catalogue) } })
      if (plan.removes.length > 0) throw new Error(PROGRAMME_NOT_EMPTY)
      if (plan.conflicts.length > 0)
        throw new Error(plan.conflicts.map(({ message }) => message).join('\n'))
      await call(applyProgramme, { body: { planId: plan.planId } })
      // Lists without a hall would lead back here.
      queryClient.removeQueries({ queryKey: showKeys.lists })
      await queryClient.invalidateQueries()
      const opened = await call(listShows, { querystring: { date: day } }).catch(() => undefined)
      return opened?.shows[0]
    },
  })
