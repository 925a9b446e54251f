import type { ReactNode } from 'react'

interface Props {
  term: string
  children: ReactNode
  className?: string
}

/** One printed line of a ticket: what it is, small, and what it says. */
export function Detail({ term, children, className = '' }: Props) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ash">{term}</dt>
      <dd className={`tabular font-medium ${className}`}>{children}</dd>
    </div>
  )
}
