import { prefersReducedMotion } from '@marquee/browser/motion.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { ColumnToggle } from './column-toggle.tsx'
import { MovieGrid } from './movie-grid.tsx'
import { MovieSearch } from './movie-search.tsx'
import { MovieSkeletons } from './movie-skeletons.tsx'
import { useMovies } from './movies.queries.ts'

/** The movie listing. `email` belongs to the signed-in user. */
export function NowShowing({ email }: { email: string | undefined }) {
  const section = useRef<HTMLElement>(null)
  const [text, setText] = useSearchText()
  /** The page was opened with a search. The results are at the top. */
  const [startsAsSearch] = useState(text !== '')
  const { data: movies, isPending, refetch } = useMovies()

  useLayoutEffect(() => {
    if (startsAsSearch) section.current?.scrollIntoView({ behavior: 'instant', block: 'start' })
  }, [startsAsSearch])

  const search = (searched: string) => {
    setText(searched)
    section.current?.scrollIntoView({
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
      block: 'start',
    })
  }

  return (
    <section
      ref={section}
      aria-labelledby="now-showing"
      // As tall as the window during a search, so that the results can scroll to the top.
      className={`mx-auto max-w-7xl px-4 first:pt-12 sm:px-8 ${text ? 'min-h-svh' : ''}`}
    >
      <div className="relative mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        {/* Positioned absolutely: the email is loaded later and must not shift the layout. */}
        {email && (
          <p className="absolute inset-x-0 bottom-full mb-2 line-clamp-3 wrap-anywhere text-ash">
            Welcome, {email}
          </p>
        )}
        <h1 id="now-showing" className="display text-3xl md:text-4xl">
          Now Showing
        </h1>
        <div className="flex w-full gap-3 md:w-auto">
          <MovieSearch text={text} onChange={search} />
          <ColumnToggle />
        </div>
      </div>
      {movies ? (
        <MovieGrid movies={movies} text={text} onClear={() => setText('')} />
      ) : isPending ? (
        <MovieSkeletons />
      ) : (
        <ErrorState
          title="Failed to fetch movies"
          text="We couldn't load the movies. Please try again in a moment."
          actions={<Button onClick={() => refetch()}>Try Again</Button>}
        />
      )}
    </section>
  )
}

/** The search text is part of the URL, so that it is still there after going back. */
function useSearchText() {
  const [search, setSearch] = useSearchParams()
  const setText = (text: string) =>
    setSearch(text ? { q: text } : {}, { replace: true, preventScrollReset: true })
  return [search.get('q') ?? '', setText] as const
}
