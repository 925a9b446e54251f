import { removeMovie, type StaffMovie } from '@marquee/contract/office/programme/movies'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { EmptyState, ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { MovieForm } from '#features/movies/movie-form.tsx'
import { programmeMoviesPath } from '#lib/access.ts'
import { refetchProgramme, staffMoviesQuery } from '#lib/programme.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BackToProgramme } from './back-to-programme.tsx'

const useRemoveMovie = (movieId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: () => call(removeMovie, { params: { movieId } }),
    onSuccess: async () => {
      onSuccess()
      await refetchProgramme()
    },
  })

const TO_MOVIES = [programmeMoviesPath, 'Movies'] as const

/** One movie, or a new one without an id in the address. */
export function MoviePage() {
  const { movieId } = useParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...staffMoviesQuery, enabled: movieId !== undefined })
  const movie = data?.movies.find(({ _id }) => _id === movieId)
  const title = movieId === undefined ? 'Add a movie' : (movie?.name ?? 'Movie')

  const showMovies = (text: string) => {
    notify(text)
    void navigate(programmeMoviesPath)
  }
  return (
    <Page title={title} heading={<BackToProgramme title={title} to={TO_MOVIES} />}>
      {movieId !== undefined && !data && !error && <SkeletonRows />}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && movieId !== undefined && !movie && <EmptyState title="There is no such movie" />}
      {(movieId === undefined || movie) && (
        <MovieForm
          key={movieId}
          movie={movie}
          onSaved={({ name }) => showMovies(`${name} is saved.`)}
          actions={
            movie && (
              <RemoveMovie
                movie={movie}
                onRemoved={() => showMovies(`${movie.name} is removed.`)}
              />
            )
          }
        />
      )}
      <HowDoI
        answers={[
          [
            'change the poster',
            'Drop a picture on the poster, or choose a file. It is cropped to 2:3 around its middle.',
          ],
          ['see what visitors see', 'The card beside the fields is the one of the site.'],
        ]}
      />
    </Page>
  )
}

function RemoveMovie({ movie, onRemoved }: { movie: StaffMovie; onRemoved: () => void }) {
  const remove = useRemoveMovie(movie._id, onRemoved)
  return (
    <>
      <Button
        variant="danger"
        busy={remove.isPending}
        disabled={movie.upcomingShows > 0}
        title={movie.upcomingShows > 0 ? 'It has shows to come.' : undefined}
        onClick={() => remove.mutate()}
      >
        Remove the movie
      </Button>
      {remove.error && <ErrorText>{remove.error.message}</ErrorText>}
    </>
  )
}
