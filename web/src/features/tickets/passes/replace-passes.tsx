import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { useReplacePasses } from '#features/tickets/ticket.queries.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'

interface Props {
  userId: string
  reference: string
  /** The issue number of the passes on the page. */
  issue: number
}

/** Gives all tickets of a booking new codes, so that a shared one no longer works. */
export function ReplacePasses({ userId, reference, issue }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useReplacePasses(userId, reference)
  const close = () => isPending || setAsking(false)
  const replace = () =>
    mutate(issue, {
      onSuccess: () => {
        setAsking(false)
        notify('Passes replaced. The old codes no longer work.')
        void keepTickets(userId)
      },
    })

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={TICKET_ACTION}
        onClick={() => setAsking(true)}
      >
        <RefreshCw aria-hidden="true" className="size-4" />
        <span>Replace passes</span>
      </button>
      {isAsking && (
        <Dialog
          title="Replace passes?"
          text="All tickets of this booking get new codes. Every ticket you have shared or printed stops working."
          onClose={close}
          actions={
            <>
              <Button variant="danger" busy={isPending} onClick={replace}>
                Replace passes
              </Button>
              <Button variant="secondary" disabled={isPending} onClick={close}>
                Keep
              </Button>
            </>
          }
        >
          {error && <ErrorText>{error.message}</ErrorText>}
        </Dialog>
      )}
    </>
  )
}
