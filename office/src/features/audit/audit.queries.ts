import { listAudit } from '@marquee/contract/office/audit'
import { listDevices } from '@marquee/contract/office/devices'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

export interface AuditFilter {
  subject?: string | undefined
  device?: string | undefined
  /** A day: 2026-12-01. */
  date?: string | undefined
}

/** The pages of the audit, the latest actions first. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { querystring: { ...filter, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })

/** The devices to filter by. Only managers may list them. */
export const useAuditDevices = (isManager: boolean) =>
  useQuery({
    queryKey: ['audit-devices'],
    queryFn: ({ signal }) => call(listDevices, {}, signal),
    enabled: isManager,
  })
