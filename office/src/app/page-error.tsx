import { LoadError } from '#ui/states.tsx'

/** Shown instead of a page that throws an error or whose code cannot be loaded. */
export const pageError = (error: Error, retry: () => void) => (
  <main className="mx-auto max-w-xl p-6">
    <LoadError error={error} onRetry={retry} />
  </main>
)
