import { listEnquiries } from '@marquee/contract/office/enquiries/enquiries'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { queryOptions } from '@tanstack/react-query'
import { LIST_REFETCH_MS } from './shows.queries.ts'

/** Begins the keys of everything about enquiries. The socket invalidates them. */
export const ENQUIRIES_KEY = ['enquiries']

export const refetchEnquiries = () => queryClient.invalidateQueries({ queryKey: ENQUIRIES_KEY })

/** The number of enquiries without an answer. */
export const openEnquiriesQuery = queryOptions({
  queryKey: [...ENQUIRIES_KEY, 'open'],
  queryFn: ({ signal }) => call(listEnquiries, { querystring: { state: 'new' } }, signal),
  select: ({ counts }) => counts.new,
  refetchInterval: LIST_REFETCH_MS,
})
