import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { moviePath, PAGES } from '@marquee/contract/pages'
import { MINUTE_MS, SECOND_MS } from '@marquee/contract/time'
import { ApiError, DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatReleaseDate, isComingSoon } from '#features/movies/booking/coming-soon.ts'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { MovieOverview } from '#features/movies/movie-page/movie-overview.tsx'
import { movieBySlugQuery, useTellMe } from '#features/movies/movie-page/movie-page.queries.ts'
import {
  getEndTime,
  getPosterUrl,
  writeStructuredData,
} from '#features/movies/movie-page/structured-data.ts'
import { ScreenShowtimes } from '#features/movies/programme/screen-showtimes.tsx'
import { useSession } from '#features/session/session.store.ts'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { toSiteUrl } from '#lib/site-url.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { ErrorState } from '#ui/page-states.tsx'
import { NotFoundPage } from './not-found.tsx'

export function MoviePage() {
  const { slug = '' } = useParams()
  const now = useNow(SECOND_MS)
  const user = useSession((session) => session.currentUser)
  // The server renders the page without a session.
  const userId = useHydrated() ? user?._id : undefined
  const { data: movie, error, isPending, refetch } = useQuery(movieBySlugQuery(slug))
  const { data: cinema } = useQuery(cinemaQuery)

  if (isPending) return <Loading>Loading your experience...</Loading>
  if (!movie) {
    if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
    return (
      <ErrorState
        isPage
        title="We couldn't load the movie"
        actions={<Button onClick={() => refetch()}>Try Again</Button>}
      />
    )
  }
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-10 px-4 py-6 sm:px-8 md:gap-14 md:py-16 short:py-5">
      <MovieMetadata movie={movie} cinema={cinema} />
      <MovieOverview
        movie={movie}
        now={now}
        action={isComingSoon(movie, now) ? <TellMe movie={movie} userId={userId} /> : undefined}
      />
      {!isComingSoon(movie, now) && <MovieShowtimes movie={movie} now={now} />}
    </div>
  )
}

interface MovieMetadataProps {
  movie: Movie
  cinema: CinemaDetails | undefined
}

/** What search engines and previews of shared links show. */
function MovieMetadata({ movie, cinema }: MovieMetadataProps) {
  const now = useNow(MINUTE_MS)
  const url = toSiteUrl(moviePath(movie.slug ?? ''))
  const title = pageTitle(movie.name)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={movie.summary} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="video.movie" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={movie.summary} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={getPosterUrl(movie)} />
      <meta property="og:image:alt" content={`Poster of ${movie.name}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json">
        {writeStructuredData(movie, listUpcomingShowtimes(movie, now), cinema)}
      </script>
    </>
  )
}

interface MovieShowtimesProps {
  movie: Movie
  now: number
}

/** All showtimes of a movie that have not started, by day. */
function MovieShowtimes({ movie, now }: MovieShowtimesProps) {
  const days = Map.groupBy(listUpcomingShowtimes(movie, now), ({ startTime }) =>
    formatShortNearDate(Date.parse(startTime), now, siteSettings.timeZone),
  )
  return (
    <section aria-labelledby="showtimes">
      <h2 id="showtimes" className="display text-3xl">
        Showtimes
      </h2>
      {days.size === 0 && <p className="mt-4 text-ash">No showtimes are planned right now.</p>}
      {[...days].map(([day, showtimes]) => (
        <section
          key={day}
          aria-label={day}
          className="mt-6 grid gap-x-6 gap-y-3 border-t border-brass/20 pt-6 sm:grid-cols-[8rem_1fr]"
        >
          <h3 className="title text-lg">{day}</h3>
          <div>
            <ScreenShowtimes
              showtimes={showtimes.map((showtime) => ({
                ...showtime,
                endTime: getEndTime(showtime.startTime, movie.duration),
              }))}
              now={now}
              label={`Showtimes of ${movie.name}`}
            />
          </div>
        </section>
      ))}
    </section>
  )
}

interface TellMeProps {
  movie: Movie
  /** Undefined when signed out. */
  userId: string | undefined
}

/** Says when an announced movie opens, and offers a mail when booking opens. */
function TellMe({ movie, userId = '' }: TellMeProps) {
  const { mutate, data, error, isPending } = useTellMe(movie._id, userId)

  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-brass">
        Coming {formatReleaseDate(movie.releaseDate ?? '')}. Booking is not open yet.
      </p>
      {userId ? (
        <Button busy={isPending} disabled={data !== undefined} onClick={() => mutate()}>
          Tell Me When Booking Opens
        </Button>
      ) : (
        <LinkButton to={PAGES.signIn} state={{ from: moviePath(movie.slug ?? '') }}>
          Sign In and Be Told When Booking Opens
        </LinkButton>
      )}
      <p role="status" className={error ? 'text-danger' : 'text-ash'}>
        {error ? (errorMessage(error) ?? DEFAULT_ERROR_MESSAGE) : data?.message}
      </p>
    </div>
  )
}

/** Returns the showtimes that have not started, earliest first. */
const listUpcomingShowtimes = ({ showtimes }: Pick<Movie, 'showtimes'>, now: number) =>
  showtimes
    .filter((showtime): showtime is Showtime => typeof showtime === 'object')
    .filter(({ startTime }) => Date.parse(startTime) > now)
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
