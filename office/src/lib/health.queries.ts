import { getHealth } from '@marquee/contract/office/settings/health'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions } from '@tanstack/react-query'

/** How often a page reads again what the server is doing. */
export const SERVER_REFETCH_MS = 10_000

/** Whether the server can sell, and what needs the operator. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(getHealth, {}, signal),
  refetchInterval: SERVER_REFETCH_MS,
  staleTime: 0,
})
