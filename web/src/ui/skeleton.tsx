/** Holds the place of something that is still loading; its size comes from `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded ${className}`} />
}
