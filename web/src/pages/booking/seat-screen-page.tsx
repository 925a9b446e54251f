import type { Movie } from '@marquee/contract/movies/movies'
import { MOVIE_NOT_FOUND } from '@marquee/contract/movies/movies-route'
import { SHOWTIME_NOT_FOUND } from '@marquee/contract/movies/showtimes-route'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useSeats } from '#features/seat-selection/places/seats.queries.ts'
import { useSlots } from '#features/seat-selection/places/slots.queries.ts'
import { usePendingActions } from '#features/seat-selection/selection/use-place-requests.ts'
import { CancelledShow } from '#features/seat-selection/showtime/cancelled-show.tsx'
import { useShowtime } from '#features/seat-selection/showtime/showtime.queries.ts'
import { useShowCancelled } from '#features/seat-selection/showtime/use-show-cancelled.ts'
import { SeatScreenTitle } from '#features/seat-selection/waiting-room/seat-screen-title.tsx'
import { isUsableId } from '#lib/paths.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { ErrorState } from '#ui/page-states.tsx'
import { LoadingSeatScreen, SeatScreen } from './seat-screen.tsx'

export function SeatScreenPage() {
  const { movieId, showtimeId } = useParams()
  const hasUsableIds = isUsableId(movieId) && isUsableId(showtimeId)

  return (
    <>
      <SeatScreenTitle showtimeId={showtimeId ?? ''} page="Choose your seats" />
      {hasUsableIds ? (
        <SeatSelection key={showtimeId} movieId={movieId} showtimeId={showtimeId} />
      ) : (
        <SeatScreenError text={INVALID_IDS} question={INVALID_IDS_QUESTION} />
      )}
    </>
  )
}

/** Of the loading state and of a cancelled show: one takes the place of the other, and nothing moves. */
const FRAME = 'mx-auto min-h-svh w-full max-w-7xl px-4 pt-8 sm:px-8 lg:py-14 short:pt-4'

/** A showtime of the specification does not name its movie. */
const isShowtimeOf = ({ movieId }: { movieId?: string }, { _id }: Movie) =>
  movieId === undefined || movieId === _id

function SeatSelection({ movieId, showtimeId }: { movieId: string; showtimeId: string }) {
  const { movie, showtime } = useShowtime(movieId, showtimeId)
  const seats = useSeats(showtimeId)
  const slots = useSlots(showtimeId)
  const pending = usePendingActions(showtimeId)
  useShowCancelled(movieId, showtimeId)

  if (showtime.data?.cancelled && movie.data && isShowtimeOf(showtime.data, movie.data))
    return (
      <div className={FRAME}>
        <CancelledShow
          movie={movie.data}
          showtime={showtime.data}
          text="You have not been charged. Paid bookings are refunded in full."
          action={
            <LinkButton to="/" variant="secondary">
              Browse Movies
            </LinkButton>
          }
        />
      </div>
    )
  if (movie.data && showtime.data && seats.data && slots.data) {
    if (!isShowtimeOf(showtime.data, movie.data)) return <SeatScreenError text={INVALID_IDS} />
    return (
      <SeatScreen
        movie={movie.data}
        showtime={showtime.data}
        seats={seats.data}
        slots={slots.data}
        pending={pending}
      />
    )
  }
  const errorText = loadErrorText({
    movie: movie.error,
    showtime: showtime.error,
    places: seats.error ?? slots.error,
  })
  if (!errorText) {
    if (movie.data && showtime.data && isShowtimeOf(showtime.data, movie.data))
      return <LoadingSeatScreen movie={movie.data} showtime={showtime.data} />
    return (
      <div className={FRAME}>
        <h1 className="sr-only">Choose your seats</h1>
        <Loading>Loading ticket information...</Loading>
      </div>
    )
  }

  const retry = () => {
    for (const query of [movie, showtime, seats, slots]) if (query.isError) void query.refetch()
  }
  return <SeatScreenError key={errorText} text={errorText} onRetry={retry} />
}

const INVALID_IDS = 'Invalid booking information. Please return to the homepage and try again.'
const INVALID_IDS_QUESTION =
  'There was a problem loading the booking information. Would you like to return to the homepage?'

const DEFAULT_TEXT = 'An error occurred while fetching data.'

interface Errors {
  movie: Error | null
  showtime: Error | null
  /** The error of loading seats or slots. */
  places: Error | null
}

/** The message for a failed load of the seat screen (specification §8). Undefined if nothing failed. */
function loadErrorText({ movie, showtime, places }: Errors): string | undefined {
  if (isNotFound(movie)) return MOVIE_NOT_FOUND
  if (isNotFound(showtime) || isNotFound(places)) return SHOWTIME_NOT_FOUND
  const error = movie ?? showtime ?? places
  if (!error) return undefined
  return (error instanceof ApiError ? error.details.serverMessage : undefined) ?? DEFAULT_TEXT
}

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404

interface SeatScreenErrorProps {
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
function SeatScreenError({ text, question, onRetry }: SeatScreenErrorProps) {
  useErrorDialogs(text, question)
  return (
    <div className="px-4 py-16 short:py-5">
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
