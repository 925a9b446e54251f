import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { normalizeName } from '@marquee/contract/text/normalize-name'
import { isPhone } from '@marquee/contract/text/phone'
import * as z from 'zod/mini'
import { MINUTES_PER_DAY } from '../schedule/calendar.ts'

const MAX_NAME_LENGTH = 120
const MAX_TEXT_LENGTH = 2000
const MAX_SEATS_PER_ROW = 200
const MAX_SLOTS = 1000
const MAX_VOTES = 2_000_000_000
const MAX_ARRIVAL_MINUTES = 240
export const DEFAULT_ARRIVAL_MINUTES = 15
const MAX_CUTOFF_MINUTES = 365 * MINUTES_PER_DAY

/** PostgreSQL cannot store U+0000, and a database would replace a lone surrogate by another character. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

const text = (maxLength = MAX_NAME_LENGTH) =>
  z
    .string()
    .check(
      z.regex(/\S/, 'must not be empty'),
      z.maxLength(maxLength),
      z.refine(isStorable, 'has a character that cannot be stored'),
    )
/** Names in two Unicode forms, or with spaces around, are one name. */
const name = () => text().check(z.overwrite(normalizeName))
/** Stays the same when the name changes. */
const id = z.optional(name())
/** The name before it changed. Null: nothing was renamed. */
const was = z.optional(z.nullable(name()))
const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max))
const cutoffMinutes = z._default(count(MAX_CUTOFF_MINUTES), DEFAULT_CUTOFF_MINUTES)

const day = z.iso.date('must be a day such as 2026-12-24')

const seatNumber = z.int().check(z.minimum(1), z.maximum(MAX_SEATS_PER_ROW))
const seatNumbers = z.optional(z.array(seatNumber))

export const Row = z.strictObject({
  id,
  row: z.string().check(z.regex(/^[A-Z]{1,2}$/, 'must be one or two letters A to Z')),
  was,
  seats: seatNumber,
  category: name(),
  /** The places for wheelchairs, and the seats for their companions: numbers of seats in the row. */
  accessible: seatNumbers,
  companion: seatNumbers,
})

export const Screen = z.strictObject({
  id,
  name: name(),
  was,
  rows: z.array(Row).check(z.minLength(1)),
  parking: z._default(
    z.strictObject({ twoWheeler: count(MAX_SLOTS), fourWheeler: count(MAX_SLOTS) }),
    { twoWheeler: 0, fourWheeler: 0 },
  ),
})

export const FixedShowtime = z.strictObject({
  screen: name(),
  startTime: z.iso.datetime({
    offset: true,
    error: 'must be an instant with its offset, such as 2026-12-01T18:30:00+05:30',
  }),
  cutoffMinutes,
})

export const DailyShowtime = z.strictObject({
  id,
  screen: name(),
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 21:30')),
  cutoffMinutes,
  /** Days without the showtime. */
  except: z.optional(z.array(day)),
})

export const CatalogueMovie = z.strictObject({
  id,
  name: name(),
  was,
  genre: text(),
  cast: z.array(text()),
  summary: text(MAX_TEXT_LENGTH),
  ratings: z.number().check(z.minimum(0), z.maximum(10)),
  votes: count(MAX_VOTES),
  language: text(),
  // Less than a day, so that a daily showtime does not overlap its next day.
  duration: z.int().check(z.minimum(1), z.maximum(MINUTES_PER_DAY - 1)),
  rating: text(),
  imageUrl: text(MAX_TEXT_LENGTH),
  poster: z.optional(text(MAX_TEXT_LENGTH)),
  image: z.optional(text(MAX_TEXT_LENGTH)),
  /** Shown in the listing for a movie without showtimes. */
  screen: z.optional(text()),
  timing: z.optional(text()),
  trailer: z.optional(
    z
      .string()
      .check(z.regex(/^https:\/\/\S+$/, 'must be an https URL'), z.maxLength(MAX_TEXT_LENGTH)),
  ),
  /** Announces a movie that has no showtimes yet. */
  releaseDate: z.optional(day),
  showtimes: z._default(z.array(FixedShowtime), []),
  daily: z._default(z.array(DailyShowtime), []),
})

const degrees = (max: number) => z.number().check(z.minimum(-max), z.maximum(max))

const Cinema = z
  .strictObject({
    name: text(),
    address: z.optional(text(MAX_TEXT_LENGTH)),
    lat: z.optional(degrees(90)),
    lng: z.optional(degrees(180)),
    phone: z.optional(
      z.string().check(z.refine(isPhone, 'must have 10 to 15 digits, spaces, hyphens or brackets')),
    ),
    /** Visitors should arrive this many minutes before the start. */
    arrival: z._default(count(MAX_ARRIVAL_MINUTES), DEFAULT_ARRIVAL_MINUTES),
  })
  .check(
    z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
      error: 'lat and lng belong together',
    }),
  )

/** The catalogue file of the operator: the cinema, its screens and movies. */
export const Catalogue = z.strictObject({
  cinema: z.optional(Cinema),
  screens: z.array(Screen),
  movies: z.array(CatalogueMovie),
})
export type Catalogue = z.infer<typeof Catalogue>
export type CatalogueScreen = Catalogue['screens'][number]
export type CatalogueMovie = Catalogue['movies'][number]
export type CatalogueRow = CatalogueScreen['rows'][number]
export type CatalogueDaily = CatalogueMovie['daily'][number]
