import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { CutoffMinutes, TimeOfDay } from '@marquee/contract/office/programme/changes'
import { movieFields } from '@marquee/contract/office/programme/movies'
import { ClosedDays, OpeningHours } from '@marquee/contract/office/programme/opening-times'
import {
  CleaningMinutes,
  MAX_SLOTS_OF_HALL,
  rowFields,
} from '@marquee/contract/office/programme/screens'
import { isPhone } from '@marquee/contract/text/phone'
import { storedName as name, storedText as text } from '@marquee/contract/text/stored-text'
import * as z from 'zod/mini'

const MAX_ADDRESS_LENGTH = 2000
const MAX_ARRIVAL_MINUTES = 240
export const DEFAULT_ARRIVAL_MINUTES = 15

/** Stays the same when the name changes. */
const id = z.optional(name())
/** The name before it changed. Null: nothing was renamed. */
const was = z.optional(z.nullable(name()))
const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max))
const cutoffMinutes = z._default(CutoffMinutes, DEFAULT_CUTOFF_MINUTES)

const day = z.iso.date('must be a day such as 2026-12-24')

const Row = z.strictObject({ id, was, ...rowFields })

const Screen = z.strictObject({
  id,
  name: name(),
  was,
  /** Minutes between two shows. */
  cleaningMinutes: z.optional(CleaningMinutes),
  /** Days without shows. */
  closed: z.optional(ClosedDays),
  rows: z.array(Row).check(z.minLength(1)),
  parking: z._default(
    z.strictObject({ twoWheeler: count(MAX_SLOTS_OF_HALL), fourWheeler: count(MAX_SLOTS_OF_HALL) }),
    { twoWheeler: 0, fourWheeler: 0 },
  ),
})

const FixedShowtime = z.strictObject({
  screen: name(),
  startTime: z.iso.datetime({
    offset: true,
    error: 'must be an instant with its offset, such as 2026-12-01T18:30:00+05:30',
  }),
  cutoffMinutes,
})

const DailyShowtime = z.strictObject({
  id,
  screen: name(),
  at: TimeOfDay,
  cutoffMinutes,
  /** Days without the showtime. */
  except: z.optional(z.array(day)),
})

export const CatalogueMovie = z.strictObject({
  id,
  was,
  ...movieFields,
  showtimes: z._default(z.array(FixedShowtime), []),
  daily: z._default(z.array(DailyShowtime), []),
})

const degrees = (max: number) => z.number().check(z.minimum(-max), z.maximum(max))

const Cinema = z
  .strictObject({
    name: text(),
    address: z.optional(text(MAX_ADDRESS_LENGTH)),
    lat: z.optional(degrees(90)),
    lng: z.optional(degrees(180)),
    phone: z.optional(
      z.string().check(z.refine(isPhone, 'must have 10 to 15 digits, spaces, hyphens or brackets')),
    ),
    /** Visitors should arrive this many minutes before the start. */
    arrival: z._default(count(MAX_ARRIVAL_MINUTES), DEFAULT_ARRIVAL_MINUTES),
    /** When shows may begin and end. */
    hours: z.optional(OpeningHours),
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

/** Reads an invalid value as undefined. */
const lenient = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.optional(schema), (): z.output<T> | undefined => undefined)

const lenientList = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.array(lenient(schema)), () => [])

const PartialScreen = z.object({
  id: lenient(Screen.shape.id),
  name: lenient(Screen.shape.name),
  rows: lenientList(
    z.object({
      id: lenient(Row.shape.id),
      row: lenient(Row.shape.row),
      seats: lenient(Row.shape.seats),
      first: lenient(Row.shape.first),
      gaps: lenient(Row.shape.gaps),
      accessible: lenient(Row.shape.accessible),
      companion: lenient(Row.shape.companion),
    }),
  ),
})

const PartialMovie = z.object({
  id: lenient(CatalogueMovie.shape.id),
  name: lenient(CatalogueMovie.shape.name),
  duration: lenient(CatalogueMovie.shape.duration),
  showtimes: lenientList(
    z.object({
      screen: lenient(FixedShowtime.shape.screen),
      startTime: lenient(FixedShowtime.shape.startTime),
    }),
  ),
  daily: lenientList(
    z.object({
      id: lenient(DailyShowtime.shape.id),
      screen: lenient(DailyShowtime.shape.screen),
      at: lenient(DailyShowtime.shape.at),
    }),
  ),
})

/** The valid parts of a catalogue file, so that the checks across fields also run on a file with invalid fields. */
export const PartialCatalogue = z.catch(
  z.object({ screens: lenientList(PartialScreen), movies: lenientList(PartialMovie) }),
  () => ({ screens: [], movies: [] }),
)
export type PartialCatalogue = z.output<typeof PartialCatalogue>
