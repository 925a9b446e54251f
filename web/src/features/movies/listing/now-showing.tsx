import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { prefersReducedMotion } from '@marquee/ui-kit/lib/motion.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { type ComponentProps, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { MovieSkeletons } from '#features/movies/movie-skeletons.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { ErrorState } from '#ui/page-states.tsx'
import { ColumnToggle } from './column-toggle.tsx'
import { isComingSoon } from './coming-soon.ts'
import { ComingSoonList } from './coming-soon-list.tsx'
import { DateStrip } from './date-strip.tsx'
import { toDay } from './listing-days.ts'
import { useListingParams } from './listing-params.ts'
import { MovieGrid } from './movie-grid.tsx'
import { MovieSearch } from './movie-search.tsx'

const loadProgramme = () => import('#features/movies/programme/day-programme.tsx')
const DayProgramme = lazy(async () => ({ default: (await loadProgramme()).DayProgramme }))

/** The movie listing. `email` belongs to the signed-in user. */
export function NowShowing({ email }: { email: string | undefined }) {
  const section = useRef<HTMLElement>(null)
  const [params, changeParams] = useListingParams()
  const text = params.get('q') ?? ''
  const date = toDay(params.get('date'))
  /** The page was opened with a search or a day. The results are at the top. */
  const [startsAsSearch] = useState(text !== '' || date !== undefined)
  const { data: movies, isPending, refetch } = useMovies()

  useLayoutEffect(() => {
    if (startsAsSearch) section.current?.scrollIntoView({ behavior: 'instant', block: 'start' })
  }, [startsAsSearch])

  const search = (searched: string) => {
    changeParams({ q: searched })
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
      className={`mx-auto max-w-7xl px-4 first:pt-12 sm:px-8 ${text || date ? 'min-h-svh' : ''}`}
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
      <DateStrip movies={movies ?? []} date={date} onPreload={loadProgramme} />
      {movies ? (
        <Results movies={movies} text={text} date={date} onClear={() => changeParams({ q: '' })} />
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

interface ResultsProps extends ComponentProps<typeof MovieGrid> {
  date: string | undefined
}

function Results({ date, ...results }: ResultsProps) {
  const now = useNow(MINUTE_MS)
  if (!date) {
    const comingSoon = results.text
      ? []
      : results.movies.filter((movie) => isComingSoon(movie, now))
    const nowShowing = results.movies.filter((movie) => !comingSoon.includes(movie))
    return (
      <>
        <MovieGrid {...results} movies={nowShowing} />
        {comingSoon.length > 0 && <ComingSoonList movies={comingSoon} />}
      </>
    )
  }
  return (
    <Suspense fallback={<div className="min-h-svh" />}>
      <DayProgramme {...results} date={date} />
    </Suspense>
  )
}
