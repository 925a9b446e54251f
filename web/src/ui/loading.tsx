import type { ReactNode } from 'react'

/** A spinner with a status text. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-5 px-4 py-20 text-center text-ash">
      <span
        aria-hidden="true"
        className="size-10 animate-spin rounded-full border border-brass/25 border-t-brass [animation-duration:1.2s]"
      />
      <p role="status">{children}</p>
    </div>
  )
}
