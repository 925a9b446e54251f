import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** A page that broke, or whose code did not arrive: the house around it stands. */
export function PageError() {
  return (
    <div className="px-4 py-24">
      <ErrorState
        isPage
        title="The reel has snapped"
        text="This page could not be shown. Please check your connection and try again."
        actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      />
    </div>
  )
}
