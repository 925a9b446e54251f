import {
  type CinemaClock,
  MINUTE_MS,
  MINUTES_PER_DAY,
  minuteOfDay,
  startOfDay,
} from './calendar.ts'
import type { PartialCatalogue } from './partial-catalogue.ts'

/** A stretch of time on one screen, as the file writes it. */
interface TimeSlot {
  path: string
  screen: string
  /** Minutes since midnight, by the cinema's clock. */
  minute: number
  minutes: number
  /** Epoch milliseconds; a daily stretch has none. */
  startsAt?: number
}

/** Showtimes that would have one screen play two films at once. */
export function findOverlaps({ movies }: PartialCatalogue, when: CinemaClock) {
  const fixed = movies.flatMap((movie, index) => fixedOf(movie, `movies[${index}]`, when))
  const daily = movies.flatMap((movie, index) => dailyOf(movie, `movies[${index}]`))
  // What was played in the past does not meet what plays daily from now on.
  const today = startOfDay(when.now, when.timeZone)
  const coming = fixed.filter(({ startsAt = 0 }) => startsAt >= today)
  return [
    ...byScreen(fixed).flatMap(overlapsInTime),
    ...byScreen(daily).flatMap((onScreen) => pairs(onScreen).flatMap(overlapAround)),
    ...daily.flatMap((one) =>
      coming
        .filter(({ screen }) => screen === one.screen)
        .flatMap((other) => overlapAround([one, other])),
    ),
  ]
}

type OutlineMovie = PartialCatalogue['movies'][number]

const fixedOf = (movie: OutlineMovie, path: string, { timeZone }: CinemaClock): TimeSlot[] =>
  (movie?.showtimes ?? []).flatMap((showtime, index) => {
    if (!movie?.duration || !showtime?.screen || !showtime.startTime) return []
    const startsAt = Date.parse(showtime.startTime)
    return [
      {
        path: `${path}.showtimes[${index}].startTime`,
        screen: showtime.screen,
        minute: minuteOfDay(startsAt, timeZone),
        minutes: movie.duration,
        startsAt,
      },
    ]
  })

const dailyOf = (movie: OutlineMovie, path: string): TimeSlot[] =>
  (movie?.daily ?? []).flatMap((showtime, index) => {
    if (!movie?.duration || !showtime?.screen || !showtime.at) return []
    const [hours = 0, minutes = 0] = showtime.at.split(':').map(Number)
    return [
      {
        path: `${path}.daily[${index}].at`,
        screen: showtime.screen,
        minute: hours * 60 + minutes,
        minutes: movie.duration,
      },
    ]
  })

const byScreen = (stretches: TimeSlot[]) =>
  Map.groupBy(stretches, ({ screen }) => screen)
    .values()
    .toArray()

const pairs = <T>(list: T[]) =>
  list.flatMap((one, index) => list.slice(index + 1).map((other): [T, T] => [one, other]))

/** Each against the one before it that ends last: a file may list years. */
function overlapsInTime(onScreen: TimeSlot[]) {
  const faults: string[] = []
  let last: TimeSlot | undefined
  for (const one of onScreen.toSorted((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))) {
    if (last && (one.startsAt ?? 0) < endOf(last)) faults.push(words(last, one))
    if (!last || endOf(one) > endOf(last)) last = one
  }
  return faults
}

const endOf = ({ startsAt = 0, minutes }: TimeSlot) => startsAt + minutes * MINUTE_MS

/** What plays daily meets whatever is near it on the clock, also across midnight. */
function overlapAround([one, other]: [TimeSlot, TimeSlot]) {
  const isMet = after(one, other) < one.minutes || after(other, one) < other.minutes
  return isMet ? [words(one, other)] : []
}

const after = (one: TimeSlot, other: TimeSlot) =>
  (other.minute - one.minute + MINUTES_PER_DAY) % MINUTES_PER_DAY

const words = (one: TimeSlot, other: TimeSlot) =>
  `${other.path}: overlaps ${one.path} on "${one.screen}"`
