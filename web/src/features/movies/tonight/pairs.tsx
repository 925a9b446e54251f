import type { Movie } from '@marquee/contract/movies/movies'
import type { PairProposal } from '@marquee/contract/movies/programme'
import { formatRupees } from '@marquee/contract/text/money'
import { formatTime, MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText, Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { useHoldPair, usePairs } from './pairs.queries.ts'

interface Props {
  title: string
  /** `2026-12-01` */
  date: string
  movies: Movie[]
}

const PLACEHOLDERS = ['1', '2', '3']

/** The best two seats at up to three shows, side by side. Nothing is held until one of them is taken. */
export function Pairs({ title, date, movies }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const { data: pairs, isError, refetch } = usePairs(date)
  const { mutate, isPending, variables } = useHoldPair({
    onHeld: ({ showtime }) => navigate(seatScreenPath(showtime.movieId, showtime._id)),
    onRefused: refetch,
  })
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="title text-xl outline-none">
        {title}
      </h2>
      {isError && <ErrorText>We couldn't look for seats. Please try again in a moment.</ErrorText>}
      {pairs?.length === 0 && (
        <p className="mt-2 text-ash">No two adjacent seats are free this evening.</p>
      )}
      <ul className="mt-4 grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-5">
        {pairs
          ? pairs.map((pair) => (
              <li key={pair.showtime._id}>
                <Pair
                  pair={pair}
                  movie={movies.find(({ _id }) => _id === pair.showtime.movieId)}
                  isBusy={isPending && variables === pair}
                  onTake={() => isPending || mutate(pair)}
                />
              </li>
            ))
          : !isError &&
            PLACEHOLDERS.map((key) => (
              <li key={key}>
                <Skeleton className="h-41 w-full" />
              </li>
            ))}
      </ul>
    </>
  )
}

interface PairProps {
  pair: PairProposal
  movie: Movie | undefined
  isBusy: boolean
  onTake: () => void
}

function Pair({ pair, movie, isBusy, onTake }: PairProps) {
  const { showtime, seats, price, view } = pair
  const now = useNow(MINUTE_MS)
  const startsAt = Date.parse(showtime.startTime)
  const { timeZone } = siteSettings
  const day = formatShortNearDate(startsAt, now, timeZone)
  const time = formatTime(startsAt, timeZone)
  const percent = Math.round((1 - showtime.seatsLeft / showtime.seatsTotal) * 100)
  return (
    <article
      aria-label={`${movie?.name}, ${time}`}
      className="panel grid h-full grid-cols-[min(3.5rem,18vw)_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 p-3 md:grid-cols-[4.5rem_minmax(0,1fr)] md:items-start md:p-4"
    >
      <div className="md:row-span-2">
        {movie && <MoviePoster movie={movie} sizes="72px" alt="" />}
      </div>
      <div className="min-w-0">
        <h3 className="truncate text-base">{movie?.name}</h3>
        <p className="tabular">
          {day !== 'Today' && `${day}, `}
          <time dateTime={showtime.startTime} className="font-semibold text-brass-bright">
            {time}
          </time>{' '}
          <span className="text-ash">{showtime.screen}</span>
        </p>
        <p className="text-sm tabular">
          {seats}, {formatRupees(price)}, {percent}% full
        </p>
      </div>
      <p className="col-span-full row-start-2 text-sm text-ash md:col-span-1 md:col-start-2">
        {view}
      </p>
      <Button
        busy={isBusy}
        onClick={onTake}
        aria-label={`Take ${seats} for ${movie?.name}, ${time}`}
        className="md:col-span-full"
      >
        <span>
          Take <span className="max-md:hidden">{seats}</span>
        </span>
      </Button>
    </article>
  )
}
