import type { Movie } from '@marquee/contract/movies/movies'
import type { listProgramme, ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { LIST_PROGRAMME_ROUTE } from '@marquee/contract/movies/programme-route'
import { formatIsoDate, parseLocalTime, SECOND_MS } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#features/movies/booking/showtime-labels.ts'
import { filterMovies } from '#features/movies/listing/filter-movies.ts'
import { useListingParams } from '#features/movies/listing/listing-params.ts'
import { NoMoviesFound } from '#features/movies/listing/no-movies-found.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'
import { suggestMovies } from '../search/suggest-movies.ts'
import { FilterBar } from './filter-bar.tsx'
import {
  type DayOfMovie,
  FILTERS,
  type FilterValues,
  filterDays,
  listFilterOptions,
} from './filters.ts'
import { isBookable, MovieDay } from './movie-day.tsx'
import { NextDay } from './next-day.tsx'

/** The seats left change while people book. */
const REFRESH_MS = 10_000

const useProgramme = (date: string) =>
  useQuery({
    queryKey: ['programme', date],
    queryFn: ({ signal }) =>
      call<typeof listProgramme>(LIST_PROGRAMME_ROUTE, { querystring: { date } }, signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })

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
  const isToday = date === formatIsoDate(now, timeZone)
  const hasBookable = days.some((day) => isBookable(day.showtimes, now))
  const nextDay = <NextDay movies={movies} date={date} now={now} />
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
        <EmptyState
          title={isToday ? 'No more shows today' : `No showtimes for ${dayName}`}
          text="Please choose another day."
          actions={nextDay}
        />
      )}
      {days.length > 0 && !hasBookable && (
        <div className="mt-4 grid gap-1 border-s-2 border-brass ps-4">
          <p className="title text-lg">
            {isToday ? 'All shows of today are closed or sold out.' : 'All shows are sold out.'}
          </p>
          {nextDay}
        </div>
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
      <ul className="mt-1 grid grid-cols-1 sm:mt-2 lg:grid-cols-2 lg:gap-x-12">
        {bookableFirst(found, now).map(({ movie, showtimes: shown }) => (
          <li
            key={movie._id}
            className="border-brass/20 py-4 not-first:border-t sm:py-6 lg:nth-2:border-t-0"
          >
            <MovieDay movie={movie} showtimes={shown} now={now} />
          </li>
        ))}
      </ul>
      {isToday && hasBookable && <div className="border-t border-brass/20 pt-6">{nextDay}</div>}
    </>
  )
}

const bookableFirst = (days: DayOfMovie[], now: number) =>
  days.toSorted(
    (a, b) => Number(isBookable(b.showtimes, now)) - Number(isBookable(a.showtimes, now)),
  )

function groupByMovie(movies: Movie[], showtimes: ProgrammeShowtime[], now: number) {
  const upcoming = showtimes.filter(({ startTime }) => Date.parse(startTime) > now)
  const byMovie = Map.groupBy(upcoming, ({ movieId }) => movieId)
  return movies
    .map((movie) => ({ movie, showtimes: byMovie.get(movie._id) ?? [] }))
    .filter((day) => day.showtimes.length > 0)
}

const SKELETONS = ['1', '2', '3', '4']

/** Placeholders for the programme of a day while it is loaded. */
function ProgrammeSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading showtimes...
      </p>
      <div aria-hidden="true" className="mt-16 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {SKELETONS.map((movie) => (
          <div
            key={movie}
            className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 sm:grid-cols-[7rem_minmax(0,1fr)]"
          >
            <Skeleton className="aspect-2/3 w-full sm:row-span-2" />
            <div className="grid content-start gap-2">
              <Skeleton className="h-7 w-1/2" />
              <Skeleton className="h-5 w-3/4" />
            </div>
            <Skeleton className="col-span-full h-14 max-w-96 sm:col-span-1" />
          </div>
        ))}
      </div>
    </div>
  )
}
