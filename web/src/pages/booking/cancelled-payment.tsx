import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { OtherShowtimes } from '#features/seat-selection/showtime/cancelled-show.tsx'
import { movieQuery, showtimeQuery } from '#features/seat-selection/showtime/showtime.queries.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'

interface Props {
  movieId: string
  showtimeId: string
  onLeave: () => void
}

/** Tells a visitor who is paying that the cinema has cancelled the show. Nothing otherwise. */
export function CancelledPayment({ movieId, showtimeId, onLeave }: Props) {
  const { data: showtime } = useQuery({ ...showtimeQuery(showtimeId), enabled: false })
  const { data: movie } = useQuery({ ...movieQuery(movieId), enabled: false })
  if (!showtime?.cancelled) return null
  return (
    <Dialog
      title={`${SHOW_CANCELLED}.`}
      text={`You have not paid anything.\nReason: ${showtime.cancelled.reason}`}
      onClose={onLeave}
      actions={<Button onClick={onLeave}>Return to Homepage</Button>}
    >
      {movie && (
        <div className="mt-5">
          <OtherShowtimes movie={movie} showtime={showtime} />
        </div>
      )}
    </Dialog>
  )
}
