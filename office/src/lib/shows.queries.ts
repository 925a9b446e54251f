import { call } from '@marquee/browser/api.ts'
import { getShow, listShows } from '@marquee/contract/office/shows'
import { queryOptions } from '@tanstack/react-query'

export const showsKey = ['shows']

/** The shows of one day (`2026-12-01`), or of today. */
export const showsQuery = (date?: string) =>
  queryOptions({
    queryKey: [...showsKey, date ?? 'today'],
    queryFn: ({ signal }) => call(listShows, { querystring: { date } }, signal),
  })

/** The key of sales that wait for their answer. */
export const SALE_KEY = ['sale']

/** The key of everything about one show. The socket invalidates it. */
export const ofShow = (showtimeId: string, what: string) => ['of-show', showtimeId, what]

/** One show with all of its places. */
export const showQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: ofShow(showtimeId, 'places'),
    queryFn: ({ signal }) => call(getShow, { params: { showtimeId } }, signal),
  })
