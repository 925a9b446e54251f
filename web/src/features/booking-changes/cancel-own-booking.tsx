import { ErrorText } from '#ui/error-state.tsx'
import { useOwnBooking } from './booking-changes.queries.ts'
import { CancelDialog } from './cancel-dialog.tsx'

interface Props {
  userId: string
  reference: string
  onCancelled: () => void
  onClose: () => void
}

/** The dialog that cancels a booking, where only its reference is known. */
export function CancelOwnBooking({ userId, reference, onCancelled, onClose }: Props) {
  const { data: booking, error } = useOwnBooking({ userId, reference })
  if (error) return <ErrorText>{error.message}</ErrorText>
  return booking && <CancelDialog {...{ userId, booking, onCancelled, onClose }} />
}
