import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { useBeforeUnload, useBlocker } from 'react-router'

interface Props {
  /** Whether the page has changes that would be lost. */
  hasChanges: boolean
  /** What would be lost. */
  text: string
}

/** Asks before a page with changes is left: by a link, a shortcut, the back button, or by closing the tab. */
export function LeaveGuard({ hasChanges, text }: Props) {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (hasChanges) event.preventDefault()
  })
  if (state !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      text={text}
      actions={
        <>
          <Button onClick={reset}>Stay here</Button>
          <Button variant="danger" onClick={proceed}>
            Leave
          </Button>
        </>
      }
      onClose={reset}
    />
  )
}
