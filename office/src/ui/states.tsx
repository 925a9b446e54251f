import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorState, Skeleton } from '@marquee/ui-kit/ui/states.tsx'

interface ErrorProps {
  error: Error
  onRetry: () => void
}

/** Shown instead of data that could not be loaded. */
export const LoadError = ({ error, onRetry }: ErrorProps) => (
  <ErrorState
    title={error.message}
    actions={
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)

/** Grey bars in the place of rows that are loading. */
export function SkeletonRows({
  rows = 4,
  className = 'h-12',
}: {
  rows?: number
  className?: string
}) {
  return (
    <div className="grid gap-2" aria-busy="true" aria-live="polite">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  )
}
