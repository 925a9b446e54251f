import { BOOKING_NOT_FOUND } from '@marquee/contract/bookings/booking-reference'
import { ApiError, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { session } from '#features/session/session.store.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'

interface Props {
  error: Error
  onRetry: () => void
}

/** Instead of the page of a booking that could not be fetched. */
export function BookingLoadError({ error, onRetry }: Props) {
  const isNotFound = error instanceof ApiError && [400, 404].includes(error.status)
  if (!isNotFound) return <PageLoadError error={error} onRetry={onRetry} />
  return (
    <EmptyState
      isPage
      title={BOOKING_NOT_FOUND}
      text="It may belong to another account, or the link is incorrect."
      actions={<LinkButton to={MY_BOOKINGS_PATH}>View My Bookings</LinkButton>}
    />
  )
}

/** The same for anything else that the page of a signed-in user needs. */
export const PageLoadError = ({ error, onRetry }: Props) => (
  <div className="px-4 py-24 short:py-5">
    <ErrorState
      isPage
      title={error.message}
      actions={
        isSessionRefusal(error) ? (
          <Button onClick={session.clearUser}>Sign In Again</Button>
        ) : (
          <Button onClick={onRetry}>Try Again</Button>
        )
      }
    />
  </div>
)
