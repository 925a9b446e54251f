import type { Movie } from '@marquee/contract/movies/movies'
import { EVENING_HOUR, formatIsoDate, hourOfDay, MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import {
  getBookingNote,
  getBookingStatus,
  isUnavailable,
  listBookableFirst,
  selectFeaturedMovie,
} from '#features/movies/booking/booking-status.ts'
import { NextShow } from '#features/movies/booking/next-show.tsx'
import { formatFirstTiming, formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { parseDay } from '#features/movies/listing/listing-days.ts'
import { NoMovies } from '#features/movies/listing/no-movies-found.tsx'
import { MoviesError, NowShowing } from '#features/movies/listing/now-showing.tsx'
import { listMovieFacts } from '#features/movies/movie-facts.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { getPoster, getPosterTint } from '#features/movies/posters.ts'
import { useSession } from '#features/session/session.store.ts'
import { TicketsWhenOffline } from '#features/tickets/offline/tickets-when-offline.tsx'
import type { Ticket } from '#features/tickets/ticket.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'

const loadEvening = () => import('#features/tickets/my-evening.tsx')
const MyEvening = lazy(async () => ({ default: (await loadEvening()).MyEvening }))

export function HomePage() {
  const user = useSession((session) => session.currentUser)
  const [params] = useSearchParams()
  const startsAsSearch = useStartsAsSearch(params.get('q') ?? '')
  const { data: movies, error, refetch } = useMovies()
  // A visitor who has chosen a day, or opens a search, wants the shows at once.
  const hasOpening = !parseDay(params.get('date')) && !startsAsSearch
  const ticket = useEvening(hasOpening ? user?._id : undefined)
  /** The message has the place of the featured movie, unless a booked show has it. */
  const isMessageInHero = hasOpening && !ticket && (movies ? movies.length === 0 : error !== null)

  return (
    <>
      <title>{siteSettings.brandName}</title>
      {/* While saved tickets take the place of movies that are missing, the rest of the page is hidden, so that nothing moves. */}
      <div className="peer">
        <TicketsWhenOffline userId={movies ? undefined : user?._id} error={error}>
          {error && <MissingMovies onRetry={() => void refetch()} />}
        </TicketsWhenOffline>
      </div>
      <div className="peer-[:not(:empty)]:hidden">
        {isMessageInHero ? (
          <HeroSection aria-labelledby="now-showing">
            <div className="col-span-full grid min-h-[68svh] grid-cols-1 content-center gap-4 text-center max-md:min-h-[58svh] max-md:content-start max-md:pt-[4svh] short:min-h-0 short:pt-0">
              {user && <p className="truncate text-ash">Welcome, {user.email}</p>}
              <h1 id="now-showing" className="display text-3xl md:text-4xl">
                Now Showing
              </h1>
              {movies ? <NoMovies /> : <MoviesError onRetry={() => void refetch()} />}
            </div>
          </HeroSection>
        ) : (
          <>
            {hasOpening && (
              <>
                <Opening userId={user?._id} ticket={ticket} />
                <TwoForTonight />
              </>
            )}
            <NowShowing email={user?.email} startsAsSearch={startsAsSearch} />
          </>
        )}
      </div>
    </>
  )
}

/** Below the saved tickets. */
const MissingMovies = ({ onRetry }: { onRetry: () => void }) => (
  <section aria-label="Movies" className="grid gap-5 px-4 pt-4 pb-12">
    <h1 className="display text-center text-3xl md:text-4xl">Now Showing</h1>
    <MoviesError onRetry={onRetry} />
  </section>
)

/** True while the page, which was opened with a search in its address, has a search. */
function useStartsAsSearch(text: string) {
  const isOpenedByUrl = useLocation().key === 'default'
  const [startsAsSearch, setStartsAsSearch] = useState(text !== '' && isOpenedByUrl)
  if (startsAsSearch && !text) setStartsAsSearch(false)
  return startsAsSearch && text !== ''
}

function HeroSection({ children, ...section }: ComponentProps<'section'>) {
  return (
    <section {...section} className="hero">
      <span aria-hidden="true" className="hero-curtain hero-curtain-left" />
      <span aria-hidden="true" className="hero-curtain hero-curtain-right" />
      <div className="hero-content">{children}</div>
    </section>
  )
}

/** Returns the ticket of the user's show of this day. */
function useEvening(userId = '') {
  const isHydrated = useHydrated()
  const { data: ticket } = useQuery({
    queryKey: ['bookings', userId, 'evening'],
    queryFn: async ({ signal }) => (await loadEvening()).fetchEvening(userId, signal),
    enabled: userId !== '' && isHydrated,
    staleTime: 0,
  })
  return ticket
}

interface OpeningProps {
  userId: string | undefined
  ticket: Ticket | null | undefined
}

/** The user's show of this day, else the featured movie. Both have the same place, so that nothing moves. */
function Opening({ userId, ticket }: OpeningProps) {
  if (!ticket || !userId) return <Hero />
  return (
    <Suspense fallback={<Hero />}>
      <MyEvening
        userId={userId}
        ticket={ticket}
        poster={<MoviePoster movie={ticket.movie} sizes="(min-width: 768px) 320px, 34vw" alt="" />}
      />
    </Suspense>
  )
}

const loadPairs = () => import('#features/movies/tonight/pairs.tsx')
const Pairs = lazy(async () => ({ default: (await loadPairs()).Pairs }))

/** Two seats at the next evening shows: the first tap shows them, the second one holds them. */
function TwoForTonight() {
  const { data: movies = [] } = useMovies()
  const now = useNow(MINUTE_MS)
  const [isOpen, setIsOpen] = useState(false)
  const { timeZone } = siteSettings
  const [startsAt] = movies
    .flatMap(({ showtimes }) => listBookableFirst(showtimes, now))
    .filter(({ open, showtime }) => open && showtime.seatsLeft > 1)
    .map(({ showtime }) => Date.parse(showtime.startTime))
    .filter((start) => hourOfDay(start, timeZone) >= EVENING_HOUR)
    .toSorted((a, b) => a - b)
  const day = startsAt ? formatShortNearDate(startsAt, now, timeZone) : 'Today'
  const title = `Two for ${day === 'Today' ? 'Tonight' : day}`

  return (
    <section
      id="tonight"
      aria-label={title}
      // Without such a show, and while the shows load, its place stays empty, so that nothing moves.
      className={`mx-auto -mt-8 mb-12 max-w-7xl px-4 sm:px-8 ${startsAt ? '' : 'invisible'}`}
    >
      {isOpen && startsAt ? (
        <Suspense fallback={<div className="min-h-48" />}>
          <Pairs title={title} date={formatIsoDate(startsAt, timeZone)} movies={movies} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-ash">The best two seats at the next shows, in two taps.</p>
          <Button
            variant="secondary"
            className="max-sm:w-full"
            onPointerEnter={loadPairs}
            onClick={() => setIsOpen(true)}
          >
            {title}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The movie at the top of the home page. Its height is the same while it loads. */
function Hero() {
  const { data: movies = [] } = useMovies()
  const now = useNow(MINUTE_MS)
  const movie = selectFeaturedMovie(movies, now)

  return (
    <HeroSection aria-label="Featured movie">
      {movie ? <FeaturedMovie movie={movie} now={now} /> : <HeroSkeleton />}
    </HeroSection>
  )
}

function FeaturedMovie({ movie, now }: { movie: Movie; now: number }) {
  const status = getBookingStatus(movie, now)

  return (
    <>
      <div className="hero-text">
        <p className="eyebrow">Featured Movie</p>
        <p className="hero-title">{movie.name}</p>
        <ul className="fact-line text-ivory/85">
          {listMovieFacts(movie).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <p className="hero-summary">{movie.summary}</p>
        {status.state === 'open' ? (
          <>
            <p className="tabular text-brass-bright">
              {formatFirstTiming(movie, now)}, {movie.screen}
            </p>
            <LinkButton to={seatScreenPath(movie._id, status.showtimeId)} className="hero-action">
              Reserve Your Seats
            </LinkButton>
          </>
        ) : (
          <p className="tabular">
            {getBookingNote(status)}.{' '}
            {isUnavailable(status) && <NextShow movie={movie} now={now} />}
          </p>
        )}
      </div>
      <div className="hero-poster">
        <span aria-hidden="true" className="hero-rays" />
        <span
          aria-hidden="true"
          className="hero-glow"
          style={{ color: getPosterTint(getPoster(movie)) }}
        />
        <MoviePoster movie={movie} sizes="(min-width: 768px) 320px, 34vw" priority alt="" />
      </div>
    </>
  )
}

function HeroSkeleton() {
  return (
    <>
      <div className="hero-text">
        <Skeleton className="h-5 w-52 max-w-full" />
        <Skeleton className="h-16 w-full max-w-96" />
        <Skeleton className="h-5 w-3/4 max-w-72" />
      </div>
      <div className="hero-poster">
        <Skeleton className="aspect-2/3 w-full" />
      </div>
    </>
  )
}
