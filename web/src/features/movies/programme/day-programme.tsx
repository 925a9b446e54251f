import type { Movie } from '@marquee/contract/movies/movies'
import type { listProgramme, ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { LIST_PROGRAMME_ROUTE } from '@marquee/contract/movies/programme-route'
import { formatIsoDate, formatTime, parseLocalTime, SECOND_MS } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { listBookableFirst } from '#features/movies/booking/booking-status.ts'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { filterMovies } from '#features/movies/listing/filter-movies.ts'
import { changeParams, useListingParams } from '#features/movies/listing/listing-params.ts'
import { NoMoviesFound } from '#features/movies/listing/no-movies-found.tsx'
import { suggestMovies } from '#features/movies/search/suggest-movies.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'
import { TextLink } from '#ui/text-link.tsx'
import {
  type DayOfMovie,
  FILTERS,
  type FilterName,
  type FilterValues,
  filterDays,
  listFilterOptions,
} from './filters.ts'
import { isBookable, MovieDay } from './movie-day.tsx'

/** The seats left change while people book. */
const REFRESH_MS = 10_000

/** The showtimes of a day (2026-12-01). */
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
  const dayName = formatShortNearDate(parseLocalTime(date, '12:00', timeZone), now, timeZone)

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

const LABELS: Record<FilterName, string> = {
  language: 'Language',
  time: 'Time',
  genre: 'Genre',
  seats: 'Seats',
}

interface FilterBarProps {
  options: Record<FilterName, string[]>
  values: FilterValues
  onChange: (filter: FilterName, value: string) => void
}

/** One row of menus: those that divide the showtimes of the day, and those that are set. */
function FilterBar({ options, values, onChange }: FilterBarProps) {
  const shown = FILTERS.filter((filter) => options[filter].length > 0 || values[filter])
  if (shown.length === 0) return null
  return (
    <div className="-mx-1 flex gap-2 overflow-x-auto p-1 max-sm:justify-between">
      {shown.map((filter) => (
        <Select
          key={filter}
          aria-label={LABELS[filter]}
          value={values[filter]}
          onChange={({ target }) => onChange(filter, target.value)}
          className={`shrink-0 text-sm [&>select]:max-w-48 [&>select]:field-sizing-content [&>select]:border-brass/35 [&>select]:ps-2.5 [&>select]:pe-7 after:end-2.5! ${values[filter] ? 'text-brass-bright' : ''}`}
        >
          <option value="">{LABELS[filter]}</option>
          {listChoices(options[filter], values[filter]).map((value) => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      ))}
    </div>
  )
}

/** A link can have a value that no showtime of the day has. */
const listChoices = (options: string[], value: string) =>
  value && !options.includes(value) ? [...options, value] : options

/** Leads from a day to the next one with a show that can be booked, in words. Empty without one. */
function NextDay({ movies, date, now }: { movies: Movie[]; date: string; now: number }) {
  const [params] = useListingParams()
  const { timeZone } = siteSettings
  const [next] = movies
    .flatMap((movie) =>
      listBookableFirst(movie.showtimes, now)
        .filter(({ open, showtime }) => open && showtime.seatsLeft !== 0)
        .map(({ showtime }) => ({ movie, startsAt: Date.parse(showtime.startTime) })),
    )
    .filter(({ startsAt }) => formatIsoDate(startsAt, timeZone) > date)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  if (!next) return null
  const day = formatShortNearDate(next.startsAt, now, timeZone)
  return (
    <p className="text-ash">
      {day} starts with {next.movie.name} at {formatTime(next.startsAt, timeZone)}.{' '}
      <TextLink
        to={{
          search: String(changeParams(params, { date: formatIsoDate(next.startsAt, timeZone) })),
        }}
        onClick={() => window.scrollTo({ top: 0, behavior: 'instant' })}
      >
        See {day === 'Tomorrow' ? 'tomorrow' : day}
      </TextLink>
    </p>
  )
}
