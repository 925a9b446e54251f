import { useState } from 'react'
import { MovieGrid } from '#features/movies/movie-grid.tsx'
import { MovieSearch } from '#features/movies/movie-search.tsx'
import { MovieSkeletons } from '#features/movies/movie-skeletons.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** The listing. `email` is whose welcome it is, if anybody's. */
export function NowShowing({ email }: { email: string | undefined }) {
  const [text, setText] = useState('')
  const { data: movies, isPending, refetch } = useMovies()

  return (
    <section aria-labelledby="now-showing" className="mx-auto max-w-7xl px-4 sm:px-8">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div>
          {email && <p className="mb-2 text-ash">Welcome, {email}</p>}
          <h1 id="now-showing" className="text-3xl md:text-4xl">
            Now Showing
          </h1>
        </div>
        <MovieSearch text={text} onChange={setText} />
      </div>
      {movies ? (
        <MovieGrid movies={movies} text={text} onClear={() => setText('')} />
      ) : isPending ? (
        <MovieSkeletons />
      ) : (
        <ErrorState
          title="Failed to fetch movies"
          text="The programme could not be read just now. Please try again in a moment."
          actions={<Button onClick={() => refetch()}>Try Again</Button>}
        />
      )}
    </section>
  )
}
