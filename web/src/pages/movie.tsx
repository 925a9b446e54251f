import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { tellMe } from '@marquee/contract/movies/booking-alerts'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { moviePath, PAGES } from '@marquee/contract/pages'
import { endOfShow, MINUTE_MS, SECOND_MS } from '@marquee/contract/time'
import { ApiError, DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatReleaseDate, isComingSoon } from '#features/movies/booking/coming-soon.ts'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { MovieOverview } from '#features/movies/movie-page/movie-overview.tsx'
import { movieBySlugQuery } from '#features/movies/movie-page/movie-page.queries.ts'
import { getPoster, getPosterSrc } from '#features/movies/posters.ts'
import { ScreenShowtimes } from '#features/movies/programme/screen-showtimes.tsx'
import { useSession } from '#features/session/session.store.ts'
import { callAsUser } from '#lib/api/api.ts'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { toSiteUrl } from '#lib/site-url.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { ErrorState } from '#ui/page-states.tsx'
import { NotFoundPage } from './not-found.tsx'

/** The account gets a mail when booking opens for the movie. */
const useTellMe = (movieId: string, userId: string) =>
  useMutation({ mutationFn: () => callAsUser(tellMe, { params: { movieId } }, userId) })

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

const getPosterUrl = (movie: Movie) => toSiteUrl(getPosterSrc(getPoster(movie)))

/** Describes a movie and its showtimes for search engines (schema.org), as JSON that HTML can contain. */
function writeStructuredData(
  movie: Movie,
  showtimes: Showtime[],
  cinema: CinemaDetails | undefined,
) {
  const url = toSiteUrl(moviePath(movie.slug ?? ''))
  const work = `${url}#movie`
  const graph = [
    {
      '@type': 'Movie',
      '@id': work,
      url,
      name: movie.name,
      description: movie.summary,
      image: getPosterUrl(movie),
      genre: movie.genre.split(',').map((genre) => genre.trim()),
      actor: movie.cast.map((name) => ({ '@type': 'Person', name })),
      inLanguage: movie.language,
      contentRating: movie.rating,
      duration: `PT${movie.duration}M`,
      ...(movie.votes > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: movie.ratings,
          ratingCount: movie.votes,
          bestRating: 10,
          worstRating: 0,
        },
      }),
    },
    ...showtimes.map(({ _id, startTime, screen, seatsLeft }) => ({
      '@type': 'ScreeningEvent',
      '@id': `${url}#${_id}`,
      url,
      name: movie.name,
      description: movie.summary,
      image: getPosterUrl(movie),
      startDate: startTime,
      endDate: getEndTime(startTime, movie.duration),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      inLanguage: movie.language,
      workPresented: { '@id': work },
      location: {
        '@type': 'MovieTheater',
        name: `${cinema?.name ?? siteSettings.brandName}, ${screen}`,
        address: cinema?.address ?? cinema?.name ?? siteSettings.brandName,
      },
      offers: {
        '@type': 'Offer',
        url,
        priceCurrency: 'INR',
        availability: `https://schema.org/${seatsLeft > 0 ? 'InStock' : 'SoldOut'}`,
      },
    })),
  ]
  // Escaped, because a closing tag in the JSON would end the element early.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    String.raw`\u003c`,
  )
}

/** ISO 8601. */
const getEndTime = (startTime: string, durationMinutes: number) =>
  new Date(endOfShow(Date.parse(startTime), durationMinutes)).toISOString()
