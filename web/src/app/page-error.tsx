import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorState } from '#ui/page-states.tsx'

/** Shown inside the layout when a page throws an error or its code cannot be loaded. */
export function PageError() {
  return (
    <div className="px-4 py-24 short:py-5">
      <ErrorState
        isPage
        title="This page could not be shown"
        text="Please check your connection and try again."
        actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      />
    </div>
  )
}
