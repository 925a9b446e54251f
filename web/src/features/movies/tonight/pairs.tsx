import type { Movie } from '@marquee/contract/movies/movies'
import type { PairProposal, proposePairs } from '@marquee/contract/movies/programme'
import { PROPOSE_PAIRS_ROUTE } from '@marquee/contract/movies/programme-route'
import { formatRupees } from '@marquee/contract/text/money'
import { formatTime, MINUTE_MS } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText, Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { emitWithProof } from '#lib/socket/emit-with-proof.ts'

/** `date`: 2026-12-01. */
const usePairs = (date: string) =>
  useQuery({
    queryKey: ['pairs', date],
    queryFn: ({ signal }) =>
      call<typeof proposePairs>(PROPOSE_PAIRS_ROUTE, { querystring: { date } }, signal),
    staleTime: 0,
  })

interface HoldPairCallbacks {
  onHeld: (pair: PairProposal) => void
  onRefused: () => void
}

/** Holds the pair, or the best one that is left. Tells the visitor of a refusal. */
const useHoldPair = ({ onHeld, onRefused }: HoldPairCallbacks) =>
  useMutation({
    mutationFn: holdPair,
    onSuccess: ({ ack, isOtherPair }, pair) => {
      if (ack.ok) {
        if (isOtherPair) notify(`${pair.seats} was just taken. You have the next best pair.`)
        return onHeld(pair)
      }
      notify(ack.message, { kind: 'refusal' })
      onRefused()
    },
  })

async function holdPair({ showtime, seatIds }: PairProposal) {
  const request = { showtimeId: showtime._id, replace: true }
  const ack = await emitWithProof('holdBlock', { ...request, seatIds })
  if (ack.ok || ack.code !== 'TAKEN') return { ack, isOtherPair: false }
  const other = await emitWithProof('holdBest', { ...request, seats: 2, together: true })
  return { ack: other, isOtherPair: true }
}

interface Props {
  title: string
  /** `2026-12-01` */
  date: string
  movies: Movie[]
}

const SKELETON_KEYS = ['1', '2', '3']

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
            SKELETON_KEYS.map((key) => (
              <li key={key}>
                <Skeleton className="h-35 w-full max-[22rem]:h-42 md:h-61 lg:h-52" />
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
      <div className="lg:row-span-2">
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
          {seats}, {formatRupees(price)}
          {percent > 0 && `, ${percent}% full`}
        </p>
      </div>
      <p className="col-span-full row-start-2 text-sm text-ash lg:col-span-1 lg:col-start-2">
        {view}
      </p>
      <Button
        busy={isBusy}
        onClick={onTake}
        aria-label={`Take ${seats} for ${movie?.name}, ${time}`}
        className="md:col-span-full md:self-end"
      >
        <span>
          Take <span className="max-md:hidden">{seats}</span>
        </span>
      </Button>
    </article>
  )
}
