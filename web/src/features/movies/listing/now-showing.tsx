import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath } from '@marquee/contract/pages'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { prefersReducedMotion } from '@marquee/ui-kit/lib/motion.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import Grid from 'lucide-react/icons/grid-2x2'
import Search from 'lucide-react/icons/search'
import { type ComponentProps, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { formatReleaseDate, isComingSoon } from '#features/movies/booking/coming-soon.ts'
import { MovieName } from '#features/movies/movie-name.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { isSearchShortcutOn, SEARCH_SHORTCUT } from '#lib/device-data.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { ErrorState } from '#ui/page-states.tsx'
import { DateStrip } from './date-strip.tsx'
import { parseDay } from './listing-days.ts'
import { ListingGrid } from './listing-grid.tsx'
import { toggleTwoColumns, useListingLayout } from './listing-layout.store.ts'
import { useListingParams } from './listing-params.ts'
import { MovieGrid } from './movie-grid.tsx'

const loadProgramme = () => import('#features/movies/programme/day-programme.tsx')
const DayProgramme = lazy(async () => ({ default: (await loadProgramme()).DayProgramme }))

interface Props {
  /** The email of the signed-in user. */
  email: string | undefined
  /** The page was opened with a search: nothing is above the results. */
  startsAsSearch: boolean
}

/** The movie listing. */
export function NowShowing({ email, startsAsSearch }: Props) {
  const section = useRef<HTMLElement>(null)
  const [params, changeParams] = useListingParams()
  const text = params.get('q') ?? ''
  const date = parseDay(params.get('date'))
  const startedAsSearch = useRef(startsAsSearch)
  const { data: movies, isPending, refetch } = useMovies()

  // The search is over, and the featured movie appears above.
  useLayoutEffect(() => {
    if (startsAsSearch || !startedAsSearch.current) return
    startedAsSearch.current = false
    section.current?.scrollIntoView({ behavior: 'instant', block: 'start' })
  }, [startsAsSearch])

  const search = (searched: string) => {
    changeParams({ q: searched })
    if (date) return
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
      className={`mx-auto max-w-7xl px-4 sm:px-8 ${date ? 'pt-3 md:pt-6' : startsAsSearch ? 'pt-12 short:pt-4' : ''} ${text || date ? 'min-h-svh' : ''}`}
    >
      <div className={date ? 'gap-x-6 gap-y-2 max-md:grid md:flex md:items-center' : 'mb-6'}>
        <div
          className={
            date
              ? 'shrink-0'
              : 'relative mb-10 flex short:mb-4 flex-wrap items-end justify-between gap-x-10 gap-y-5'
          }
        >
          {/* Positioned absolutely: the email is loaded later and must not shift the layout. */}
          {email && (
            <p
              className={date ? 'sr-only' : 'absolute inset-x-0 bottom-full mb-2 truncate text-ash'}
            >
              Welcome, {email}
            </p>
          )}
          <h1 id="now-showing" className={date ? 'sr-only' : 'display text-3xl md:text-4xl'}>
            Now Showing
          </h1>
          <div className="flex w-full gap-3 md:w-auto">
            <MovieSearch text={text} onChange={search} />
            {!date && <ColumnToggle />}
          </div>
        </div>
        <DateStrip movies={movies ?? []} date={date} onPreload={loadProgramme} />
      </div>
      <div id="showtimes" tabIndex={-1} className="flow-root scroll-mt-24 outline-none">
        {movies ? (
          <Results
            movies={movies}
            text={text}
            date={date}
            onClear={() => changeParams({ q: '' })}
          />
        ) : isPending ? (
          <MovieSkeletons />
        ) : (
          <MoviesError onRetry={() => void refetch()} />
        )}
      </div>
    </section>
  )
}

export const MoviesError = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState
    title="Failed to fetch movies"
    text="We couldn't load the movies. Please try again in a moment."
    actions={<Button onClick={onRetry}>Try Again</Button>}
  />
)

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

/** Only phones have the choice: wider screens have the columns of the specification. */
function ColumnToggle() {
  const twoColumns = useListingLayout((layout) => layout.twoColumns)
  return (
    <button
      type="button"
      aria-pressed={twoColumns}
      aria-label="Two columns of posters"
      title="Two columns of posters"
      onClick={toggleTwoColumns}
      className="grid size-12 shrink-0 place-items-center rounded border border-brass/40 text-brass transition-colors hover:border-brass aria-pressed:bg-brass aria-pressed:text-ink forced-colors:aria-pressed:outline-2 md:hidden"
    >
      <Grid aria-hidden="true" className="size-5" />
    </button>
  )
}

interface MovieSearchProps {
  text: string
  onChange: (text: string) => void
}

const TYPING = 'input, select, textarea, [contenteditable]'

/** The shortcut focuses the field, unless the visitor is typing or has switched it off. */
function MovieSearch({ text, onChange }: MovieSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const hasShortcut = useHydrated() && isSearchShortcutOn()
  useEffect(() => {
    if (!hasShortcut) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== SEARCH_SHORTCUT || event.ctrlKey || event.altKey || event.metaKey) return
      const isTyping = event.target instanceof Element && event.target.matches(TYPING)
      if (isTyping || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [hasShortcut])

  return (
    <label className="relative block grow md:w-80 md:grow-0">
      <span className="sr-only">Search movies by name</span>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-4 size-5 -translate-y-1/2 text-brass"
      />
      <input
        ref={field}
        id="search"
        aria-keyshortcuts={hasShortcut ? SEARCH_SHORTCUT : undefined}
        type="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Search for a movie..."
        autoComplete="off"
        maxLength={80}
        className="h-12 w-full rounded border border-brass/40 bg-velvet ps-12 pe-4 text-base placeholder:text-ash transition-colors hover:border-brass focus-visible:border-brass"
      />
    </label>
  )
}

/** The movies that are announced. Their pages offer a mail when booking opens. */
function ComingSoonList({ movies }: { movies: Movie[] }) {
  return (
    <section aria-labelledby="coming-soon" className="mt-20 border-t border-brass/20 pt-12">
      <h2 id="coming-soon" className="display text-3xl md:text-4xl">
        Coming Soon
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {movies.map((movie) => (
          <li
            key={movie._id}
            className="grid grid-cols-[min(7rem,35%)_minmax(0,1fr)] items-center gap-x-5"
          >
            <MoviePoster movie={movie} sizes="112px" alt="" />
            <div className="min-w-0 wrap-break-word">
              <h3 className="text-xl">
                <MovieName movie={movie} />
              </h3>
              <p className="mt-1 text-sm text-ash">{movie.language}</p>
              <p className="mt-1 text-sm text-brass">
                {formatReleaseDate(movie.releaseDate ?? '')}
              </p>
              {movie.slug && (
                <LinkButton
                  to={moviePath(movie.slug)}
                  variant="secondary"
                  aria-label={`Tell Me When Booking Opens for ${movie.name}`}
                  className="mt-4"
                >
                  Tell Me
                </LinkButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const CARDS = ['1', '2', '3', '4', '5', '6']

/** Placeholders of the same size as the movie cards, so that the layout does not shift. */
function MovieSkeletons() {
  return (
    <div className="relative">
      <p
        role="status"
        className="title absolute inset-x-0 top-8 z-10 text-center text-xl text-brass-bright"
      >
        Loading your experience...
      </p>
      <ListingGrid aria-hidden="true">
        {CARDS.map((card) => (
          <CardSkeleton key={card} />
        ))}
      </ListingGrid>
    </div>
  )
}

function CardSkeleton() {
  return (
    <li>
      <Skeleton className="aspect-2/3 w-full" />
      <div className="mt-5 grid gap-2">
        <Skeleton className="h-5.25 w-32" />
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-5.25 w-4/5" />
        <Skeleton className="h-5.25 w-1/2" />
      </div>
      <div className="grid gap-2 pt-4">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="mx-auto h-5.25 w-4/5" />
        <Skeleton className="h-17 w-full" />
      </div>
    </li>
  )
}
