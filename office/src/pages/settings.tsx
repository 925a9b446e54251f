import { useQuery } from '@tanstack/react-query'
import { HealthFacts } from '#features/health/health-facts.tsx'
import { healthQuery } from '#lib/health.queries.ts'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** Whether the server can sell, and what needs the operator. */
export function HealthPage() {
  const { data, error, refetch } = useQuery(healthQuery)
  return (
    <Page title="Health">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} className="h-24" />}
      {data && <HealthFacts health={data} />}
    </Page>
  )
}
