import type { ReactNode } from 'react'

/** A one-line error message next to its cause. */
export const ErrorText = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="error-text">
    {children}
  </p>
)

export interface StateProps {
  title: string
  /** The title is the heading of the page. */
  isPage?: boolean
  text?: ReactNode
  actions?: ReactNode
  /** An icon, or a decoration of the app. */
  ornament?: ReactNode
}

/** Shown instead of an empty list or a missing item. */
export function EmptyState({ ornament, title, isPage, text, actions }: StateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="empty-state">
      {ornament}
      <Title className="state-title">{title}</Title>
      {text && <p className="max-w-prose text-ash">{text}</p>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  )
}

/** Shown instead of a part of the page that failed. */
export function ErrorState({ ornament, title, isPage, text, actions }: StateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className="error-state">
      {ornament}
      <Title tabIndex={isPage ? -1 : undefined} className="error-title text-danger">
        {title}
      </Title>
      {text && <p className="max-w-prose text-ash">{text}</p>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  )
}

/** A placeholder for content that is loading. `className` sets its size. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`skeleton block ${className}`} />
)
