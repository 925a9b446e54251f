import { MINUTE, MINUTES_A_DAY, minuteOfDay, startOfDay, type When } from './days.ts'
import type { Outline } from './outline.ts'

/** A stretch of time on one screen, as the file writes it. */
interface Stretch {
  path: string
  screen: string
  /** Minutes since midnight, by the cinema's clock. */
  minute: number
  minutes: number
  /** Epoch milliseconds; a daily stretch has none. */
  startsAt?: number
}

/** Showtimes that would have one screen play two films at once. */
export function overlapFaults({ movies }: Outline, when: When) {
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

type OutlineMovie = Outline['movies'][number]

const fixedOf = (movie: OutlineMovie, path: string, { timeZone }: When): Stretch[] =>
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

const dailyOf = (movie: OutlineMovie, path: string): Stretch[] =>
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

const byScreen = (stretches: Stretch[]) =>
  Map.groupBy(stretches, ({ screen }) => screen)
    .values()
    .toArray()

const pairs = <T>(list: T[]) =>
  list.flatMap((one, index) => list.slice(index + 1).map((other): [T, T] => [one, other]))

/** Each against the one before it that ends last: a file may list years. */
function overlapsInTime(onScreen: Stretch[]) {
  const faults: string[] = []
  let last: Stretch | undefined
  for (const one of onScreen.toSorted((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))) {
    if (last && (one.startsAt ?? 0) < endOf(last)) faults.push(words(last, one))
    if (!last || endOf(one) > endOf(last)) last = one
  }
  return faults
}

const endOf = ({ startsAt = 0, minutes }: Stretch) => startsAt + minutes * MINUTE

/** What plays daily meets whatever is near it on the clock, also across midnight. */
function overlapAround([one, other]: [Stretch, Stretch]) {
  const isMet = after(one, other) < one.minutes || after(other, one) < other.minutes
  return isMet ? [words(one, other)] : []
}

const after = (one: Stretch, other: Stretch) =>
  (other.minute - one.minute + MINUTES_A_DAY) % MINUTES_A_DAY

const words = (one: Stretch, other: Stretch) =>
  `${other.path}: overlaps ${one.path} on "${one.screen}"`
