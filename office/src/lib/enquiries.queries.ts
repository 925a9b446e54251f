import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { listEnquiries } from '@marquee/contract/office/enquiries/enquiries'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { queryOptions } from '@tanstack/react-query'
import { LIST_REFETCH_MS } from './shows.queries.ts'

// The contract itself would load zod.
const ENQUIRIES: MethodAndPath<typeof listEnquiries> = {
  method: 'GET',
  path: '/api/office/enquiries',
}

/** Begins the keys of everything about enquiries. The socket invalidates them. */
export const ENQUIRIES_KEY = ['enquiries']

export const refetchEnquiries = () => queryClient.invalidateQueries({ queryKey: ENQUIRIES_KEY })

/** The number of enquiries without an answer. */
export const openEnquiriesQuery = queryOptions({
  queryKey: [...ENQUIRIES_KEY, 'open'],
  queryFn: ({ signal }) =>
    call<typeof listEnquiries>(ENQUIRIES, { querystring: { state: 'new' } }, signal),
  select: ({ counts }) => counts.new,
  refetchInterval: LIST_REFETCH_MS,
})
