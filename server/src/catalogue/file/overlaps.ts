import { endOfShow } from '@marquee/contract/time'
import { MINUTES_PER_DAY } from '../schedule/calendar.ts'
import type { PartialCatalogue } from './catalogue.schema.ts'

/** The time that one showtime of the file occupies its screen. */
interface TimeSlot {
  path: string
  screen: string
  /** Of a single showtime epoch milliseconds, of a daily one minutes since midnight. */
  start: number
  durationMinutes: number
}

/**
 * Finds showtimes that would show two movies on one screen at the same time. A daily showtime is left out on days on which a single one is at its time.
 */
export function findOverlaps({ movies }: PartialCatalogue) {
  const fixed = movies.flatMap((movie, index) => fixedSlots(movie, `movies[${index}]`))
  const daily = movies.flatMap((movie, index) => dailySlots(movie, `movies[${index}]`))
  return [
    ...groupByScreen(fixed).flatMap(overlapsInTime),
    ...groupByScreen(daily).flatMap((slots) => pairs(slots).flatMap(overlapInTimeOfDay)),
  ]
}

type PartialMovie = PartialCatalogue['movies'][number]

const fixedSlots = (movie: PartialMovie, path: string): TimeSlot[] =>
  (movie?.showtimes ?? []).flatMap((showtime, index) => {
    if (!movie?.duration || !showtime?.screen || !showtime.startTime) return []
    return [
      {
        path: `${path}.showtimes[${index}].startTime`,
        screen: showtime.screen,
        start: Date.parse(showtime.startTime),
        durationMinutes: movie.duration,
      },
    ]
  })

const dailySlots = (movie: PartialMovie, path: string): TimeSlot[] =>
  (movie?.daily ?? []).flatMap((showtime, index) => {
    if (!movie?.duration || !showtime?.screen || !showtime.at) return []
    return [
      {
        path: `${path}.daily[${index}].at`,
        screen: showtime.screen,
        start: minutesOfDay(showtime.at),
        durationMinutes: movie.duration,
      },
    ]
  })

/** Minutes since midnight of a time such as 21:30. */
export function minutesOfDay(at: string) {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return hours * 60 + minutes
}

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
  for (const slot of slots.toSorted((a, b) => a.start - b.start)) {
    if (last && slot.start < endOf(last)) problems.push(describeOverlap(last, slot))
    if (!last || endOf(slot) > endOf(last)) last = slot
  }
  return problems
}

const endOf = ({ start, durationMinutes }: TimeSlot) => endOfShow(start, durationMinutes)

const overlapInTimeOfDay = ([first, second]: [TimeSlot, TimeSlot]) =>
  overlapsDaily(first, second) ? [describeOverlap(first, second)] : []

type DailySlot = Pick<TimeSlot, 'start' | 'durationMinutes'>

/** Whether two daily showtimes are on their screen at the same time, also across midnight. `start`: minutes since midnight. */
export const overlapsDaily = (first: DailySlot, second: DailySlot) =>
  minutesBetween(first, second) < first.durationMinutes ||
  minutesBetween(second, first) < second.durationMinutes

const minutesBetween = (first: DailySlot, second: DailySlot) =>
  (second.start - first.start + MINUTES_PER_DAY) % MINUTES_PER_DAY

const describeOverlap = (first: TimeSlot, second: TimeSlot) =>
  `${second.path}: overlaps ${first.path} on "${first.screen}". Choose another time or screen.`
