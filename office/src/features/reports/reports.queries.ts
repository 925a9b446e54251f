import type { CallInput, Endpoint, MethodAndPath } from '@marquee/contract/calls/endpoint'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useQuery } from '@tanstack/react-query'

/** The key of all figures of the reports. */
export const reportsKey = ['reports']

/** Reads a report. */
export const useReport = <E extends Endpoint>(report: E | MethodAndPath<E>, input: CallInput<E>) =>
  useQuery({
    queryKey: [...reportsKey, report.path, input],
    queryFn: ({ signal }) => call(report, input, signal),
  })

export const refetchReports = () => queryClient.invalidateQueries({ queryKey: reportsKey })
