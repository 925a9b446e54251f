import * as z from 'zod/mini'
import { CatalogueMovie, DailyShowtime, FixedShowtime, Row, Screen } from './catalogue.schema.ts'

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
