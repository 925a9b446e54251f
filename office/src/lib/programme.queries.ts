import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { listStaffMovies } from '@marquee/contract/office/programme/movies'
import { getProgramme } from '@marquee/contract/office/programme/week'
import { addDays, formatIsoDate } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { queryOptions } from '@tanstack/react-query'
import { deviceQuery } from './device.queries.ts'
import { LIST_REFETCH_MS } from './shows.queries.ts'

/** The programme of some days. */
export type WeekProgramme = ResponseBody<typeof getProgramme>

export const DAYS_PER_WEEK = 7

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
      call(getProgramme, { querystring: { from, days: String(DAYS_PER_WEEK) } }, signal),
    // For sales, and for what other managers change.
    refetchInterval: LIST_REFETCH_MS,
  })

/** The Monday of the week of a day: `2026-11-30`. */
export function mondayOf(day: string) {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday + 6) % DAYS_PER_WEEK))
}

/** The first day of the week that an address names, else of the current one. */
export const weekOf = (search: URLSearchParams, today: string) =>
  mondayOf(search.get('from') ?? today)

/** Reads the week of the address before its page asks for it. */
export function prefetchWeek() {
  const device = queryClient.getQueryData(deviceQuery.queryKey)
  if (!device) return
  const today = formatIsoDate(serverNow(), device.timeZone)
  const from = weekOf(new URLSearchParams(location.search), today)
  void queryClient.prefetchQuery(programmeQuery(from))
}

/** The movies as staff sees them, in the order of the listing. */
export const staffMoviesQuery = queryOptions({
  queryKey: MOVIES,
  queryFn: ({ signal }) => call(listStaffMovies, {}, signal),
})

/** Reads all weeks and movies again: one has shows and states of the other. */
export const refetchProgramme = () =>
  Promise.all([PROGRAMME, MOVIES].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
