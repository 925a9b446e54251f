import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { usePasses } from '#features/tickets/ticket.queries.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { createShareLink } from './share-link.ts'
import { ShareOptions } from './share-options.tsx'

interface Props {
  userId: string
  reference: string
  movie: string
  /** ISO 8601. */
  startTime: string
  onClose: () => void
}

/** Shares the pass of one seat. */
export function ShareDialog({ userId, reference, onClose, ...show }: Props) {
  const { data, error } = usePasses(userId, reference)
  const seatPasses = data?.passes.filter(({ number }) => number !== BOOKING_PASS)

  return (
    <Dialog
      title="Share a seat"
      text="Anyone with the link can use the seat. The link shows nothing about you."
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="mt-5">
        {seatPasses?.map(({ number, label, token }) => (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-brass/20 py-1"
          >
            <span className="tabular text-lg font-semibold">{label}</span>
            <span className="flex flex-wrap gap-x-6">
              <ShareOptions
                label={`seat ${label}`}
                link={createShareLink({ ...show, label: `Seat ${label}`, token })}
              />
            </span>
          </li>
        ))}
      </ul>
      {!data && (error ? <ErrorText>{error.message}</ErrorText> : <p role="status">Loading...</p>)}
    </Dialog>
  )
}
