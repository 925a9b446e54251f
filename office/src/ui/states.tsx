import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
}

/** What a list shows that has no rows. */
export function EmptyState({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <Icon aria-hidden="true" className="size-8 text-ash" />
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-ash">{children}</div>}
    </div>
  )
}

interface ErrorProps {
  error: Error
  onRetry?: () => void
}

export function ErrorState({ error, onRetry }: ErrorProps) {
  return (
    <div role="alert" className="panel grid justify-items-start gap-3 border-danger p-4">
      <p>{error.message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Grey bars in the place of rows that are loading. */
export function Skeleton({ rows = 4, className = 'h-12' }: { rows?: number; className?: string }) {
  return (
    <div className="grid gap-2" aria-busy="true" aria-live="polite">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={`skeleton ${className}`} />
      ))}
    </div>
  )
}
