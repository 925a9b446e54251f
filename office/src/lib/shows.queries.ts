import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { getShow, listShows } from '@marquee/contract/office/shows/shows'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { queryOptions } from '@tanstack/react-query'

// The contract itself would load zod.
const SHOWS: MethodAndPath<typeof listShows> = { method: 'GET', path: '/api/office/shows' }
const SHOW: MethodAndPath<typeof getShow> = { method: 'GET', path: '/api/office/shows/:showtimeId' }

/** The socket invalidates them. */
export const showKeys = {
  /** The lists of shows. */
  lists: ['shows'],
  list: (name: string) => ['shows', name],
  /** Everything about each show. */
  details: ['show'],
  detailsOf: (showtimeId: string) => ['show', showtimeId],
  detail: (showtimeId: string, name: string) => ['show', showtimeId, name],
}

/** Sales arrive by the socket. This is for what comes with time: the next day of the cinema, and a show that starts soon with few seats sold. */
export const LIST_REFETCH_MS = 20_000

/** The shows of one day (`2026-12-01`), or of today. */
export const showsQuery = (date?: string) =>
  queryOptions({
    queryKey: showKeys.list(date ?? 'today'),
    queryFn: ({ signal }) => call<typeof listShows>(SHOWS, { querystring: { date } }, signal),
    refetchInterval: LIST_REFETCH_MS,
  })

/** Reads the lists again, and everything about these shows, or about all of them if none are named. */
export function refetchShows(...showtimeIds: string[]) {
  const details = showtimeIds.length > 0 ? showtimeIds.map(showKeys.detailsOf) : [showKeys.details]
  return Promise.all(
    [showKeys.lists, ...details].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

/** One show with all of its places. */
export const showQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: showKeys.detail(showtimeId, 'places'),
    queryFn: ({ signal }) => call<typeof getShow>(SHOW, { params: { showtimeId } }, signal),
  })
