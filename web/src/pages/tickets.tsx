import { useParams } from 'react-router'
import { BookingProblem } from '#features/booking/booking-problem.tsx'
import { BAD_IDS, BAD_IDS_QUESTION, loadProblem } from '#features/booking/load-problem.ts'
import { useShow } from '#features/booking/show.queries.ts'
import { useSlots } from '#features/parking/parking.queries.ts'
import { useSeats } from '#features/seats/seats.queries.ts'
import { isUsableId } from '#lib/addresses.ts'
import { pageTitle } from '#lib/page-title.ts'
import { SeatScreen } from '#pages/seat-screen.tsx'
import { Loading } from '#ui/loading.tsx'

export function TicketsPage() {
  const { movieId, showtimeId } = useParams()
  const usable = isUsableId(movieId) && isUsableId(showtimeId)

  return (
    <>
      <title>{pageTitle('Choose your seats')}</title>
      {usable ? (
        <Tickets key={showtimeId} movieId={movieId} showtimeId={showtimeId} />
      ) : (
        <BookingProblem text={BAD_IDS} question={BAD_IDS_QUESTION} />
      )}
    </>
  )
}

function Tickets({ movieId, showtimeId }: { movieId: string; showtimeId: string }) {
  const { movie, showtime } = useShow(movieId, showtimeId)
  const seats = useSeats(showtimeId)
  const slots = useSlots(showtimeId)

  if (movie.data && showtime.data && seats.data && slots.data) {
    if (showtime.data.movieId !== movie.data._id) return <BookingProblem text={BAD_IDS} />
    return (
      <SeatScreen
        movie={movie.data}
        showtime={showtime.data}
        seats={seats.data}
        slots={slots.data}
      />
    )
  }
  const problem = loadProblem({
    movie: movie.error,
    showtime: showtime.error,
    places: seats.error ?? slots.error,
  })
  if (!problem) {
    return (
      <div className="min-h-svh">
        <h1 className="sr-only">Choose your seats</h1>
        <Loading>Loading ticket information...</Loading>
      </div>
    )
  }

  const retry = () => {
    for (const query of [movie, showtime, seats, slots]) if (query.isError) void query.refetch()
  }
  return <BookingProblem key={problem} text={problem} onRetry={retry} />
}
