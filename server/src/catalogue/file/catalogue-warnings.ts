import { SEAT_CATEGORIES } from '@marquee/contract/seats/seat-tiers'
import { formatDate, formatLocalTime, formatTime } from '@marquee/contract/time'
import { type CinemaClock, upcomingStarts } from '../schedule/calendar.ts'
import type { Catalogue } from './catalogue.schema.ts'

/** What may be a mistake in a valid file: each with its place and what to do. */
export const findWarnings = (catalogue: Catalogue, clock: CinemaClock) => [
  ...findUnknownCategories(catalogue),
  ...findOtherLocalTimes(catalogue, clock),
  ...findLeftOutTimes(catalogue, clock),
]

/** The categories that the specification does not have, with their paths. Their seats cost as much as Standard (specification §9). */
function findUnknownCategories({ screens }: Pick<Catalogue, 'screens'>) {
  return screens.flatMap(({ rows }, at) =>
    rows.flatMap(({ category }, index) => {
      if (SEAT_CATEGORIES.includes(category)) return []
      const similar = SEAT_CATEGORIES.find((one) => one.toLowerCase() === category.toLowerCase())
      const question = similar ? ` Is it "${similar}"?` : ''
      const path = `screens[${at}].rows[${index}].category`
      return [`${path}: "${category}" is unknown and costs as much as Standard.${question}`]
    }),
  )
}

const LOCAL_TIME = /T(\d\d:\d\d).*?([+-]\d\d:\d\d)$/

/** The single showtimes whose time in the file is not the time at the cinema: the offset is wrong, or the clocks leave the time out. */
function findOtherLocalTimes({ movies }: Catalogue, { timeZone }: CinemaClock) {
  return movies.flatMap(({ showtimes }, at) =>
    showtimes.flatMap(({ startTime }, index) => {
      const start = Date.parse(startTime)
      const [, time, offset] = LOCAL_TIME.exec(startTime) ?? []
      if (time === undefined || isLocalTime(time, start, timeZone)) return []
      return [
        `movies[${at}].showtimes[${index}].startTime: ${time}${offset} is ${formatTime(start, timeZone)} at the cinema (${timeZone}). Correct the offset, or the time if the clocks change then.`,
      ]
    }),
  )
}

/** The daily showtimes at a time that the clocks leave out on one of the next days. */
function findLeftOutTimes({ movies }: Catalogue, clock: CinemaClock) {
  const { timeZone } = clock
  return movies.flatMap(({ daily }, movie) =>
    daily.flatMap(({ at }, index) =>
      upcomingStarts(at, clock)
        .filter((start) => !isLocalTime(at, start, timeZone))
        .map(
          (start) =>
            `movies[${movie}].daily[${index}].at: the clocks leave out ${formatLocalTime(at)} on ${formatDate(start, timeZone)}, so the show begins at ${formatTime(start, timeZone)}. Choose another time, or add the day to "except".`,
        ),
    ),
  )
}

/** Whether the clocks of the cinema show this time, such as 21:30. */
const isLocalTime = (time: string, instant: number, timeZone: string) =>
  formatLocalTime(time) === formatTime(instant, timeZone)
