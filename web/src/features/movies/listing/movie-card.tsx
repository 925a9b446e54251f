import type { Movie } from '@marquee/contract/movies/movies'
import { MINUTE_MS, SECOND_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { lazy, Suspense, useId, useState } from 'react'
import { BookingButton } from '#features/movies/booking/booking-button.tsx'
import {
  getBookingNote,
  getBookingStatus,
  isUnavailable,
  listBookableFirst,
} from '#features/movies/booking/booking-status.ts'
import { NextShow } from '#features/movies/booking/next-show.tsx'
import { ShowtimeChips } from '#features/movies/booking/showtime-chips.tsx'
import { formatFirstTiming } from '#features/movies/booking/showtime-labels.ts'
import { listMovieFacts } from '#features/movies/movie-facts.ts'
import { MovieName } from '#features/movies/movie-name.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { Rating } from '#features/movies/rating.tsx'

const loadDetails = () => import('#features/movies/movie-details.tsx')
const MovieDetails = lazy(async () => ({ default: (await loadDetails()).MovieDetails }))

interface Props {
  movie: Movie
  /** The `sizes` attribute of the poster. */
  posterSizes: string
  /** The poster is visible when the page opens. */
  priority: boolean
}

export function MovieCard({ movie, posterSizes, priority }: Props) {
  const nameId = useId()
  const now = useNow(MINUTE_MS)
  const [detailsOpen, setDetailsOpen] = useState(false)

  return (
    <article aria-labelledby={nameId} className="flex h-full flex-col">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Details of ${movie.name}`}
        onPointerEnter={loadDetails}
        onFocus={loadDetails}
        onClick={() => setDetailsOpen(true)}
        className="poster-frame"
      >
        <MoviePoster movie={movie} sizes={posterSizes} priority={priority} alt="" />
      </button>
      <div className="mt-5 grid gap-2 group-data-two-columns/list:max-md:mt-3">
        <Rating ratings={movie.ratings} votes={movie.votes} />
        <h2 id={nameId} className="text-xl group-data-two-columns/list:max-md:text-lg">
          <MovieName movie={movie} />
        </h2>
        <ul className="fact-line text-sm text-ash">
          {listMovieFacts(movie).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <ul className="fact-line text-sm text-ash">
          <li>{movie.screen}</li>
          <li className="tabular">{formatFirstTiming(movie, now)}</li>
        </ul>
      </div>
      <BookingSection movie={movie} nameId={nameId} />
      {detailsOpen && (
        <Suspense>
          <MovieDetails movie={movie} onClose={() => setDetailsOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}

/** The bottom of a movie card: the Book Now button for the first showtime, and links to the other showtimes. */
function BookingSection({ movie, nameId }: { movie: Movie; nameId: string }) {
  const now = useNow(MINUTE_MS)
  const otherShowtimes = listBookableFirst(movie.showtimes.slice(1), now)

  return (
    <div className="mt-auto grid grid-cols-1 gap-2 pt-4">
      <FirstShowtime movie={movie} nameId={nameId} />
      <div className="min-h-17">
        {otherShowtimes.length > 0 && (
          <ShowtimeChips
            movieId={movie._id}
            label={`Other showtimes of ${movie.name}`}
            options={otherShowtimes}
            now={now}
            className="scroll-strip whitespace-nowrap"
          />
        )}
      </div>
    </div>
  )
}

function FirstShowtime({ movie, nameId }: { movie: Movie; nameId: string }) {
  const now = useNow(SECOND_MS)
  const status = getBookingStatus(movie, now)
  return (
    <>
      <BookingButton movie={movie} status={status} describedBy={nameId} />
      <p className="min-h-5.25 text-center text-sm text-ash tabular">{getBookingNote(status)}</p>
      {isUnavailable(status) && (
        <p className="text-center text-sm text-ash empty:hidden">
          <NextShow movie={movie} now={now} />
        </p>
      )}
    </>
  )
}
