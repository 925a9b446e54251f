import type { StaffMovie } from '@marquee/contract/office/programme/movies'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { EmptyState, ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { FilmForm } from '#features/films/film-form.tsx'
import { useRemoveFilm } from '#features/films/films.queries.ts'
import { filmsPath } from '#lib/access.ts'
import { moviesQuery } from '#lib/programme.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BackToProgramme } from './back-to-programme.tsx'

const TO_FILMS = [filmsPath, 'Films'] as const

/** One film, or a new one without an id in the address. */
export function FilmPage() {
  const { movieId } = useParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...moviesQuery, enabled: movieId !== undefined })
  const movie = data?.movies.find(({ _id }) => _id === movieId)
  const title = movieId === undefined ? 'Add a film' : (movie?.name ?? 'Film')

  const showFilms = (text: string) => {
    notify(text)
    void navigate(filmsPath)
  }
  return (
    <Page title={title} heading={<BackToProgramme title={title} to={TO_FILMS} />}>
      {movieId !== undefined && !data && !error && <SkeletonRows />}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && movieId !== undefined && !movie && <EmptyState title="There is no such film" />}
      {(movieId === undefined || movie) && (
        <FilmForm
          key={movieId}
          movie={movie}
          onSaved={({ name }) => showFilms(`${name} is saved.`)}
          actions={
            movie && (
              <RemoveFilm movie={movie} onRemoved={() => showFilms(`${movie.name} is removed.`)} />
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

function RemoveFilm({ movie, onRemoved }: { movie: StaffMovie; onRemoved: () => void }) {
  const remove = useRemoveFilm(movie._id, onRemoved)
  return (
    <>
      <Button
        variant="danger"
        busy={remove.isPending}
        disabled={movie.upcomingShows > 0}
        title={movie.upcomingShows > 0 ? 'It has shows to come.' : undefined}
        onClick={() => remove.mutate()}
      >
        Remove the film
      </Button>
      {remove.error && <ErrorText>{remove.error.message}</ErrorText>}
    </>
  )
}
