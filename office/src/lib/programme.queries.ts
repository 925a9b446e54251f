import type { MethodAndPath, ResponseBody } from '@marquee/contract/calls/endpoint'
import type { listStaffMovies } from '@marquee/contract/office/programme/movies'
import type { getProgramme } from '@marquee/contract/office/programme/week'
import { addDays } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { queryOptions } from '@tanstack/react-query'
import { LIST_REFETCH_MS } from './shows.queries.ts'
import { DAYS_PER_WEEK, weekOf, weekUrl } from './week.ts'

// The contract itself would load zod.
const WEEK: MethodAndPath<typeof getProgramme> = { method: 'GET', path: '/api/office/programme' }
const STAFF_MOVIES: MethodAndPath<typeof listStaffMovies> = {
  method: 'GET',
  path: '/api/office/movies',
}

/** The programme of some days. */
export type WeekProgramme = ResponseBody<typeof getProgramme>

/** The days of a programme: `2026-12-01`. */
export const daysOf = ({ from, days }: Pick<WeekProgramme, 'from' | 'days'>) =>
  Array.from({ length: days }, (_, index) => addDays(from, index))

const PROGRAMME = ['programme']
const MOVIES = ['staff-movies']

/** The programme of the seven days from a day (`2026-12-01`). */
export const programmeQuery = (from: string) =>
  queryOptions({
    queryKey: [...PROGRAMME, from],
    queryFn: ({ signal }) =>
      call<typeof getProgramme>(
        WEEK,
        { querystring: { from, days: String(DAYS_PER_WEEK) } },
        signal,
        {
          early: takeEarlyResponse(weekUrl(from)),
        },
      ),
    // For sales, and for what other managers change.
    refetchInterval: LIST_REFETCH_MS,
  })

/** Reads the week of the address before its page asks for it. */
export function prefetchWeek(timeZone: string) {
  const clock = { now: serverNow(), timeZone }
  return queryClient.prefetchQuery(
    programmeQuery(weekOf(new URLSearchParams(location.search), clock)),
  )
}

/** The movies as staff sees them, in the order of the listing. */
export const staffMoviesQuery = queryOptions({
  queryKey: MOVIES,
  queryFn: ({ signal }) => call<typeof listStaffMovies>(STAFF_MOVIES, {}, signal),
})

/** Reads all weeks and movies again: one has shows and states of the other. */
export const refetchProgramme = () =>
  Promise.all([PROGRAMME, MOVIES].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
