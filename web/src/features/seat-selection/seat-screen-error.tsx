import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { ErrorState } from '#ui/page-states.tsx'

interface Props {
  text: string
  /** The text of a dialog that opens before the error is shown (specification §8: invalid ids). */
  question?: string
  onRetry?: () => void
}

const ACTIONS = [
  { label: 'Return to Homepage', value: 'home' as const },
  { label: 'Stay Here', value: 'stay' as const },
]

/** The error on the page and in a dialog above it. */
export function SeatScreenError({ text, question, onRetry }: Props) {
  useErrorDialogs(text, question)
  return (
    <div className="px-4 py-16">
      <ErrorState
        isPage
        title="Error Loading Tickets"
        text={text}
        actions={
          <>
            <LinkButton to="/">Return to Homepage</LinkButton>
            {onRetry && (
              <Button variant="secondary" onClick={onRetry}>
                Try Again
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}

function useErrorDialogs(text: string, question: string | undefined) {
  const openDialog = useDialog()
  const navigate = useNavigate()
  const shown = useRef(false)

  useEffect(() => {
    if (shown.current) return
    shown.current = true
    void (async () => {
      const dialogs = [
        ...(question ? [{ title: 'Error', text: question }] : []),
        { title: 'Booking Error', text },
      ]
      for (const { title, text } of dialogs) {
        const choice = await openDialog({ title, text, actions: ACTIONS })
        if (choice === 'home') return void navigate('/')
      }
    })()
  }, [openDialog, navigate, text, question])
}
