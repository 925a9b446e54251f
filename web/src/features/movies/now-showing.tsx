import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { MovieGrid } from '#features/movies/movie-grid.tsx'
import { MovieSearch } from '#features/movies/movie-search.tsx'
import { MovieSkeletons } from '#features/movies/movie-skeletons.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { prefersReducedMotion } from '#lib/motion.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** The listing. `email` is whose welcome it is, if anybody's. */
export function NowShowing({ email }: { email: string | undefined }) {
  const section = useRef<HTMLElement>(null)
  const [text, setText] = useSearchText()
  const { data: movies, isPending, refetch } = useMovies()

  const search = (wanted: string) => {
    setText(wanted)
    section.current?.scrollIntoView({
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
      block: 'start',
    })
  }

  return (
    <section
      ref={section}
      aria-labelledby="now-showing"
      // As tall as the window while somebody searches, so that what is found can come to its top.
      className={`mx-auto max-w-7xl px-4 sm:px-8 ${text ? 'min-h-svh' : ''}`}
    >
      <div className="relative mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        {/* Above the line and not part of it: known a moment later, it moves nothing. */}
        {email && (
          <p className="absolute inset-x-0 bottom-full mb-2 truncate text-ash">Welcome, {email}</p>
        )}
        <h1 id="now-showing" className="text-3xl md:text-4xl">
          Now Showing
        </h1>
        <MovieSearch text={text} onChange={search} />
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

/** In the address, so that whoever comes back from a film finds what they had found. */
function useSearchText() {
  const [search, setSearch] = useSearchParams()
  const setText = (text: string) =>
    setSearch(text ? { q: text } : {}, { replace: true, preventScrollReset: true })
  return [search.get('q') ?? '', setText] as const
}
