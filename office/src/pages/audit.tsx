import { listAudit } from '@marquee/contract/office/audit'
import { listDevices } from '@marquee/contract/office/devices'
import { formatDate } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { AuditTable } from '#features/audit/audit-table.tsx'
import { type AuditNames, subjectName } from '#features/audit/describe-change.ts'
import { mayOpen } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

interface AuditFilter {
  subject?: string | undefined
  device?: string | undefined
  /** A day: 2026-12-01. */
  date?: string | undefined
}

/** The pages of the audit, the latest actions first. */
const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { querystring: { ...filter, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })

/** The devices to filter by. Only managers may list them. */
const useAuditDevices = (isManager: boolean) =>
  useQuery({
    queryKey: ['audit-devices'],
    queryFn: ({ signal }) => call(listDevices, {}, signal),
    enabled: isManager,
  })

/** Everything that staff has done, the latest first. */
export function AuditPage() {
  const [search, setSearch] = useSearchParams()
  const filter: AuditFilter = {
    subject: search.get('subject') ?? undefined,
    device: search.get('device') ?? undefined,
    date: search.get('date') ?? undefined,
  }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAudit(filter)
  const { data: devices = [] } = useAuditDevices(mayOpen(useScopes(), 'devices'))
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const names = useMemo(
    () => Object.assign({}, ...(data?.pages ?? []).map((page) => page.names)) as AuditNames,
    [data],
  )

  const setFilter = (changes: AuditFilter) => {
    const next = Object.entries({ ...filter, ...changes })
    setSearch(next.filter((entry): entry is [string, string] => Boolean(entry[1])))
  }
  return (
    <Page title="Audit">
      <div className="mb-4 flex flex-wrap items-end gap-3">
        {devices.length > 0 && (
          <SelectField
            label="Device"
            value={filter.device ?? ''}
            className="w-56"
            onChange={({ target }) => setFilter({ device: target.value })}
          >
            <option value="">All devices</option>
            {devices.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <DateField
          label="Day"
          type="date"
          format={formatDate}
          empty="All days"
          className="w-56"
          value={filter.date ?? ''}
          onChange={({ target }) => setFilter({ date: target.value || undefined })}
        />
        {filter.subject && (
          <Button variant="secondary" onClick={() => setFilter({ subject: undefined })}>
            Only {subjectName(filter.subject, names)}: show all
          </Button>
        )}
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} />}
      {data && entries.length === 0 && (
        <div className="panel">
          <EmptyState
            ornament={<ClipboardList />}
            title={filter.date ? 'No actions on this day' : 'No actions yet'}
          />
        </div>
      )}
      {entries.length > 0 && (
        <AuditTable
          entries={entries}
          names={names}
          onFilterSubject={(subject) => setFilter({ subject })}
        />
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Older actions
        </Button>
      )}
      <HowDoI
        answers={[
          [
            'find who changed a booking',
            'Type its reference on the page Bookings: History has all of it. Here, the filter beside a subject shows only that one.',
          ],
          ['see one device or day', 'Choose them above the list.'],
        ]}
      />
    </Page>
  )
}
