import { getHealth } from '@marquee/contract/office/health'
import { useQuery } from '@tanstack/react-query'
import { HealthFacts } from '#features/health/health-facts.tsx'
import { call } from '#lib/api.ts'
import { Page } from '#ui/page.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'

const REFETCH_MS = 10_000

/** Whether the server can sell, and what needs the operator. */
export function HealthPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call(getHealth, {}, signal),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })
  return (
    <Page title="Health">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} className="h-24" />}
      {data && <HealthFacts health={data} />}
    </Page>
  )
}
