import type { listProgramme } from '@marquee/contract/movies/programme'
import { LIST_PROGRAMME_ROUTE } from '@marquee/contract/movies/programme-route'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useQuery } from '@tanstack/react-query'

/** The seats left change while people book. */
const REFRESH_MS = 10_000

/** The showtimes of a day (2026-12-01). */
export const useProgramme = (date: string) =>
  useQuery({
    queryKey: ['programme', date],
    queryFn: ({ signal }) =>
      call<typeof listProgramme>(LIST_PROGRAMME_ROUTE, { querystring: { date } }, signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
