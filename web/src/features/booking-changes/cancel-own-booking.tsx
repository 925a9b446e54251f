import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useOwnBooking } from '#lib/api/bookings.queries.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Loading } from '#ui/loading.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

interface Props {
  userId: string
  reference: string
  onCancelled: () => void
  onClose: () => void
}

/** The dialog that cancels a booking, where only its reference is known. */
export function CancelOwnBooking({ userId, reference, onCancelled, onClose }: Props) {
  const { data: booking, error, isFetching, refetch } = useOwnBooking({ userId, reference })
  if (booking)
    return (
      <CancelDialog userId={userId} booking={booking} onCancelled={onCancelled} onClose={onClose} />
    )
  return (
    <Dialog
      title="Cancel Booking"
      onClose={onClose}
      actions={
        <>
          {error && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error ? (
        <div className="mt-5 text-center">
          <ErrorText>{error.message}</ErrorText>
        </div>
      ) : (
        <Loading>Loading your booking...</Loading>
      )}
    </Dialog>
  )
}
