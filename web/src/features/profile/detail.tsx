import type { ReactNode } from 'react'

interface Props {
  term: string
  children: ReactNode
  strong?: boolean
}

/** One printed line of a ticket: what it is, small, and what it says. */
export function Detail({ term, children, strong = false }: Props) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ash">{term}</dt>
      <dd className={`tabular font-medium ${strong ? 'text-brass-bright tracking-label' : ''}`}>
        {children}
      </dd>
    </div>
  )
}
