import type { Movie } from '@marquee/contract/movies/movies'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { parseLocalTime, SECOND_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { formatDay } from '#features/movies/booking/showtime-labels.ts'
import { filterMovies } from '#features/movies/listing/filter-movies.ts'
import { useListingParams } from '#features/movies/listing/listing-params.ts'
import { NoMoviesFound } from '#features/movies/listing/no-movies-found.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'
import { suggestMovies } from '../search/suggest-movies.ts'
import { FilterBar } from './filter-bar.tsx'
import { FILTERS, type FilterValues, filterDays, listFilterOptions } from './filters.ts'
import { MovieDay } from './movie-day.tsx'
import { useProgramme } from './programme.queries.ts'
import { ProgrammeSkeleton } from './programme-skeleton.tsx'

interface Props {
  date: string
  /** In the order of the listing. */
  movies: Movie[]
  /** The search text. Empty: all movies. */
  text: string
  onClear: () => void
}

/** The showtimes of a day that have not started, by movie. */
export function DayProgramme({ date, movies, text, onClear }: Props) {
  const now = useNow(SECOND_MS)
  const [params, changeParams] = useListingParams()
  const { data: showtimes, isPending, refetch } = useProgramme(date)
  const { timeZone } = siteSettings
  const dayName = formatDay(parseLocalTime(date, '12:00', timeZone), now, timeZone)

  if (isPending) return <ProgrammeSkeleton />
  if (!showtimes) {
    return (
      <ErrorState
        title="Failed to fetch showtimes"
        text="We couldn't load the showtimes. Please try again in a moment."
        actions={<Button onClick={() => refetch()}>Try Again</Button>}
      />
    )
  }

  const byName = filterMovies(movies, text)
  const suggestions = byName.length === 0 ? suggestMovies(movies, text) : []
  const searched = byName.length > 0 ? byName : suggestions.map(({ movie }) => movie)

  const days = groupByMovie(searched, showtimes, now)
  const filters = Object.fromEntries(
    FILTERS.map((filter) => [filter, params.get(filter) ?? '']),
  ) as FilterValues
  const found = filterDays(days, filters, timeZone)
  const clearFilters = () => changeParams(Object.fromEntries(FILTERS.map((filter) => [filter, ''])))

  return (
    <>
      {byName.length === 0 && (
        <NoMoviesFound text={text} onClear={onClear} suggestions={suggestions} />
      )}
      <FilterBar
        options={listFilterOptions(days, timeZone)}
        values={filters}
        onChange={(filter, value) => changeParams({ [filter]: value })}
      />
      <p role="status" className="sr-only">
        {`${dayName}: ${found.length} of ${days.length} movies`}
      </p>
      {searched.length > 0 && days.length === 0 && (
        <EmptyState title={`No showtimes for ${dayName}`} text="Please choose another day." />
      )}
      {days.length > 0 && found.length === 0 && (
        <EmptyState
          title="No showtimes match your filters"
          actions={
            <Button variant="secondary" onClick={clearFilters}>
              Clear Filters
            </Button>
          }
        />
      )}
      <ul className="mt-6 grid grid-cols-1">
        {found.map(({ movie, showtimes: shown }) => (
          <li key={movie._id} className="border-t border-brass/20 py-6">
            <MovieDay movie={movie} showtimes={shown} now={now} />
          </li>
        ))}
      </ul>
    </>
  )
}

function groupByMovie(movies: Movie[], showtimes: ProgrammeShowtime[], now: number) {
  const upcoming = showtimes.filter(({ startTime }) => Date.parse(startTime) > now)
  const byMovie = Map.groupBy(upcoming, ({ movieId }) => movieId)
  return movies
    .map((movie) => ({ movie, showtimes: byMovie.get(movie._id) ?? [] }))
    .filter((day) => day.showtimes.length > 0)
}
