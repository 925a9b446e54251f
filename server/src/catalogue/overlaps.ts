import {
  type CinemaClock,
  MINUTE_MS,
  MINUTES_PER_DAY,
  minuteOfDay,
  startOfDay,
} from './calendar.ts'
import type { PartialCatalogue } from './partial-catalogue.ts'

/** The time that one showtime of the file occupies its screen. */
interface TimeSlot {
  path: string
  screen: string
  /** Minutes since midnight in the cinema's time zone. */
  startMinute: number
  durationMinutes: number
  /** Epoch milliseconds. Daily showtimes have none. */
  startsAt?: number
}

/** Finds showtimes that would show two movies on one screen at the same time. */
export function findOverlaps({ movies }: PartialCatalogue, clock: CinemaClock) {
  const fixed = movies.flatMap((movie, index) => fixedSlots(movie, `movies[${index}]`, clock))
  const daily = movies.flatMap((movie, index) => dailySlots(movie, `movies[${index}]`))
  // Showtimes of past days cannot overlap with daily ones, which start today.
  const today = startOfDay(clock.now, clock.timeZone)
  const upcoming = fixed.filter(({ startsAt = 0 }) => startsAt >= today)
  return [
    ...groupByScreen(fixed).flatMap(overlapsInTime),
    ...groupByScreen(daily).flatMap((slots) => pairs(slots).flatMap(overlapInTimeOfDay)),
    ...daily.flatMap((slot) =>
      upcoming
        .filter(({ screen }) => screen === slot.screen)
        .flatMap((other) => overlapInTimeOfDay([slot, other])),
    ),
  ]
}

type PartialMovie = PartialCatalogue['movies'][number]

const fixedSlots = (movie: PartialMovie, path: string, { timeZone }: CinemaClock): TimeSlot[] =>
  (movie?.showtimes ?? []).flatMap((showtime, index) => {
    if (!movie?.duration || !showtime?.screen || !showtime.startTime) return []
    const startsAt = Date.parse(showtime.startTime)
    return [
      {
        path: `${path}.showtimes[${index}].startTime`,
        screen: showtime.screen,
        startMinute: minuteOfDay(startsAt, timeZone),
        durationMinutes: movie.duration,
        startsAt,
      },
    ]
  })

const dailySlots = (movie: PartialMovie, path: string): TimeSlot[] =>
  (movie?.daily ?? []).flatMap((showtime, index) => {
    if (!movie?.duration || !showtime?.screen || !showtime.at) return []
    const [hours = 0, minutes = 0] = showtime.at.split(':').map(Number)
    return [
      {
        path: `${path}.daily[${index}].at`,
        screen: showtime.screen,
        startMinute: hours * 60 + minutes,
        durationMinutes: movie.duration,
      },
    ]
  })

const groupByScreen = (slots: TimeSlot[]) =>
  Map.groupBy(slots, ({ screen }) => screen)
    .values()
    .toArray()

const pairs = <T>(list: T[]) =>
  list.flatMap((first, index) => list.slice(index + 1).map((second): [T, T] => [first, second]))

/** Compares each slot with the earlier slot that ends last: linear, because a file may list years. */
function overlapsInTime(slots: TimeSlot[]) {
  const problems: string[] = []
  let last: TimeSlot | undefined
  for (const slot of slots.toSorted((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))) {
    if (last && (slot.startsAt ?? 0) < endOf(last)) problems.push(describeOverlap(last, slot))
    if (!last || endOf(slot) > endOf(last)) last = slot
  }
  return problems
}

const endOf = ({ startsAt = 0, durationMinutes }: TimeSlot) =>
  startsAt + durationMinutes * MINUTE_MS

/** Compares times of day, including across midnight. */
function overlapInTimeOfDay([first, second]: [TimeSlot, TimeSlot]) {
  const overlaps =
    minutesBetween(first, second) < first.durationMinutes ||
    minutesBetween(second, first) < second.durationMinutes
  return overlaps ? [describeOverlap(first, second)] : []
}

const minutesBetween = (first: TimeSlot, second: TimeSlot) =>
  (second.startMinute - first.startMinute + MINUTES_PER_DAY) % MINUTES_PER_DAY

const describeOverlap = (first: TimeSlot, second: TimeSlot) =>
  `${second.path}: overlaps ${first.path} on "${first.screen}"`
