import type { ReactNode } from 'react'

interface Props {
  term: string
  children: ReactNode
  className?: string
}

/** A label and its value, in a description list. */
export function Detail({ term, children, className = '' }: Props) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ash">{term}</dt>
      <dd className={`tabular font-medium ${className}`}>{children}</dd>
    </div>
  )
}
