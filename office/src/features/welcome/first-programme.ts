import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { DEFAULT_POSTER } from '@marquee/contract/office/programme/movies'
import {
  formatNearMoment,
  type LocalClock,
  MINUTE_MS,
  parseLocalTime,
} from '@marquee/contract/time'

export interface CinemaFields {
  name: string
  address: string
  phone: string
}

export interface FirstMovie {
  name: string
  genre: string
  language: string
  /** The certificate. */
  rating: string
  summary: string
  /** Minutes. */
  duration: number
  /** A day of the cinema: 2026-12-01. */
  day: string
  /** 18:30 */
  time: string
}

interface FirstHall {
  name: string
  rows: object[]
  parking: object
}

interface FirstProgramme {
  cinema: CinemaFields
  hall: FirstHall
  movie: FirstMovie
}

/** The catalogue file of a cinema with one hall, one movie and one show. */
export function firstCatalogue(
  { cinema, hall, movie: { day, time, ...movie } }: FirstProgramme,
  timeZone: string,
) {
  const startTime = new Date(parseLocalTime(day, time, timeZone)).toISOString()
  const { name, ...contact } = cinema
  const given = Object.entries(contact).filter(([, value]) => value.trim() !== '')
  return {
    cinema: { name, ...Object.fromEntries(given) },
    screens: [hall],
    movies: [
      {
        ...movie,
        cast: [],
        ratings: 0,
        votes: 0,
        imageUrl: DEFAULT_POSTER,
        showtimes: [{ screen: hall.name, startTime }],
      },
    ],
  }
}

/** Says why visitors could not book a show with this start. Undefined if they can. */
export function findStartMistake(
  { day, time }: Pick<FirstMovie, 'day' | 'time'>,
  clock: LocalClock,
) {
  if (day === '' || time === '') return 'Choose the day and the start.'
  const closesAt = parseLocalTime(day, time, clock.timeZone) - DEFAULT_CUTOFF_MINUTES * MINUTE_MS
  if (closesAt > clock.now) return
  const earliest = clock.now + DEFAULT_CUTOFF_MINUTES * MINUTE_MS
  return `Booking closes ${DEFAULT_CUTOFF_MINUTES} minutes before the start: choose one after ${formatNearMoment(earliest, clock)}.`
}
