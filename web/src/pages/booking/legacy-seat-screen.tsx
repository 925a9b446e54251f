import type { Movie } from '@marquee/contract/movies/movies'
import { normalizeName } from '@marquee/contract/text/normalize-name'
import { formatTime, MINUTE_MS } from '@marquee/contract/time'
import { serverNow, useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Navigate, useParams } from 'react-router'
import { listBookableFirst } from '#features/movies/booking/booking-status.ts'
import { ShowtimeChips } from '#features/movies/booking/showtime-chips.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'

export function LegacySeatScreenPage() {
  const { movieName = '', screen = '', timing = '' } = useParams()

  return (
    <div className="mx-auto max-w-4xl px-4 py-16 short:py-7">
      <title>{pageTitle('Tickets')}</title>
      <LegacyRedirect link={{ movieName, screen, timing }} />
    </div>
  )
}

/** Redirects a legacy link to its showtime. Without a match it shows the next showtimes of the movie. */
function LegacyRedirect({ link }: { link: LegacyLink }) {
  const { data: movies, isPending, refetch } = useMovies()

  if (isPending) return <Loading>Loading ticket information...</Loading>
  if (!movies) {
    return (
      <ErrorState
        isPage
        title="Failed to fetch movies"
        actions={<Button onClick={() => refetch()}>Try Again</Button>}
      />
    )
  }

  const movie = findMovieByName(movies, link.movieName)
  if (!movie) return <NoShowtimesFound title={`No movies found for “${link.movieName}”`} />

  const showtime = findNextShowtime(movie, link, serverNow(), siteSettings.timeZone)
  if (showtime) return <Navigate replace to={seatScreenPath(movie._id, showtime._id)} />
  return <LegacyShowtimes movie={movie} />
}

function LegacyShowtimes({ movie }: { movie: Movie }) {
  const now = useNow(MINUTE_MS)
  const options = listBookableFirst(movie.showtimes, now).filter(({ open }) => open)

  if (options.length === 0)
    return <NoShowtimesFound title={`${movie.name} has no showtimes to book`} />
  return (
    <section className="grid grid-cols-1 justify-items-center gap-6 text-center">
      <h1 className="display text-3xl">{movie.name}</h1>
      <p className="text-ash">That showtime isn't available. Next showtimes:</p>
      <ShowtimeChips
        movieId={movie._id}
        label={`Showtimes of ${movie.name}`}
        options={options}
        now={now}
        className="flex-wrap justify-center"
      />
    </section>
  )
}

function NoShowtimesFound({ title }: { title: string }) {
  return (
    <EmptyState
      isPage
      title={title}
      text="See what is showing now."
      actions={<LinkButton to="/">Browse Movies</LinkButton>}
    />
  )
}

/** The parts of a legacy link, for example `/tickets/Amaran/Screen 1/6:30 PM`. */
interface LegacyLink {
  movieName: string
  screen: string
  timing: string
}

const normalize = (text: string) => normalizeName(text).toLowerCase()

export const findMovieByName = (movies: Movie[], name: string) =>
  movies.find((movie) => normalize(movie.name) === normalize(name))

/** Finds the next bookable showtime with this screen and this time of day. */
export function findNextShowtime(
  movie: Movie,
  { screen, timing }: LegacyLink,
  now: number,
  timeZone: string,
) {
  const minute = minuteOfDay(timing)
  return listBookableFirst(movie.showtimes, now)
    .filter(({ open }) => open)
    .map(({ showtime }) => showtime)
    .filter((showtime) => normalize(showtime.screen) === normalize(screen))
    .filter(({ startTime }) => minute === minuteOfDay(formatTime(Date.parse(startTime), timeZone)))
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))[0]
}

/** Accepts `6:30 PM`, `6.30pm` and `18:30`. Returns NaN for anything else. */
function minuteOfDay(text: string) {
  const time = /^(\d{1,2})[:.](\d{2})\s*(am|pm)?$/i.exec(text.trim())
  if (!time) return Number.NaN
  const [, hours, minutes, half] = time
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minutes)
}
