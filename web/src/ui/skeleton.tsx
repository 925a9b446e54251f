/** A placeholder for content that is loading. `className` sets its size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded ${className}`} />
}
