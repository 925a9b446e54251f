import type { Movie } from '@marquee/contract/movies/movies'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { EVENING_HOUR, hourOfDay } from '@marquee/contract/time'

/** What each filter of the programme can be set to, by its URL parameter. */
export const FILTERS = ['language', 'time', 'genre', 'seats'] as const
export type FilterName = (typeof FILTERS)[number]
/** An empty value does not filter. */
export type FilterValues = Record<FilterName, string>

/** The times of day with their first hour. What starts before the first one belongs to the night. */
const TIMES_OF_DAY = [
  ['Night', 21],
  ['Evening', EVENING_HOUR],
  ['Afternoon', 12],
  ['Morning', 5],
] as const
const NIGHT = TIMES_OF_DAY[0][0]

export function getTimeOfDay(startTime: string, timeZone: string) {
  const hour = hourOfDay(Date.parse(startTime), timeZone)
  return TIMES_OF_DAY.find(([, firstHour]) => hour >= firstHour)?.[0] ?? NIGHT
}

const listGenres = ({ genre }: Pick<Movie, 'genre'>) =>
  genre
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name)

/** A movie with its showtimes of a day. */
export interface DayOfMovie {
  movie: Movie
  showtimes: ProgrammeShowtime[]
}

/** What each filter can be set to. A filter that would leave no showtime out has no options. */
export function listFilterOptions(
  days: DayOfMovie[],
  timeZone: string,
): Record<FilterName, string[]> {
  const options = listValues(days, timeZone)
  const count = countShowtimes(days)
  const divides = (filter: FilterName) =>
    options[filter].some((value) => {
      const filters = { ...NO_FILTERS, [filter]: value }
      return countShowtimes(filterDays(days, filters, timeZone)) < count
    })
  return Object.fromEntries(
    FILTERS.map((filter) => [filter, divides(filter) ? options[filter] : []]),
  ) as Record<FilterName, string[]>
}

const NO_FILTERS: FilterValues = { language: '', time: '', genre: '', seats: '' }

const countShowtimes = (days: DayOfMovie[]) =>
  days.reduce((sum, { showtimes }) => sum + showtimes.length, 0)

/** The values that showtimes of the day have for each filter. */
function listValues(days: DayOfMovie[], timeZone: string): Record<FilterName, string[]> {
  const showtimes = days.flatMap((day) => day.showtimes)
  const times = new Set<string>(showtimes.map(({ startTime }) => getTimeOfDay(startTime, timeZone)))
  const unique = (values: string[]) => [...new Set(values)]
  return {
    language: unique(showtimes.map(({ language }) => language)),
    genre: unique(days.flatMap(({ movie }) => listGenres(movie))).toSorted(),
    time: TIMES_OF_DAY.map(([time]) => time as string)
      .filter((time) => times.has(time))
      .toReversed(),
    seats: unique(
      showtimes.flatMap(({ categories }) => categories.map(({ category }) => category)),
    ),
  }
}

/** Returns the movies with a showtime that passes all filters, each with these showtimes. */
export function filterDays(days: DayOfMovie[], filters: FilterValues, timeZone: string) {
  const { language, genre, time, seats } = filters
  return days
    .filter(({ movie }) => !genre || listGenres(movie).includes(genre))
    .map(({ movie, showtimes }) => ({
      movie,
      showtimes: showtimes.filter(
        (showtime) =>
          (!language || showtime.language === language) &&
          (!time || getTimeOfDay(showtime.startTime, timeZone) === time) &&
          (!seats || hasFreeSeats(showtime, seats)),
      ),
    }))
    .filter(({ showtimes }) => showtimes.length > 0)
}

const hasFreeSeats = ({ categories }: ProgrammeShowtime, wanted: string) =>
  categories.some(({ category, seatsLeft }) => category === wanted && seatsLeft > 0)
