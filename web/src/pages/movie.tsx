import { SECOND_MS } from '@marquee/contract/time'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isComingSoon } from '#features/movies/booking/coming-soon.ts'
import { MovieMetadata } from '#features/movies/movie-page/movie-metadata.tsx'
import { MovieOverview } from '#features/movies/movie-page/movie-overview.tsx'
import { movieBySlugQuery } from '#features/movies/movie-page/movie-page.queries.ts'
import { MovieShowtimes } from '#features/movies/movie-page/movie-showtimes.tsx'
import { TellMe } from '#features/movies/movie-page/tell-me.tsx'
import { useSession } from '#features/session/session.store.ts'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'
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
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-14 px-4 py-10 sm:px-8 md:py-16">
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
