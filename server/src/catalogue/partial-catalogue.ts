import * as z from 'zod/mini'
import { DailyShowtime, FixedShowtime, Movie, Row, Screen } from './catalogue.schema.ts'

/** What cannot be read counts as not written. */
const lenient = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.optional(schema), (): z.output<T> | undefined => undefined)

const lenientList = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.array(lenient(schema)), () => [])

const OutlineScreen = z.object({
  name: lenient(Screen.shape.name),
  rows: lenientList(z.object({ row: lenient(Row.shape.row) })),
})

const OutlineMovie = z.object({
  name: lenient(Movie.shape.name),
  duration: lenient(Movie.shape.duration),
  showtimes: lenientList(
    z.object({
      screen: lenient(FixedShowtime.shape.screen),
      startTime: lenient(FixedShowtime.shape.startTime),
    }),
  ),
  daily: lenientList(
    z.object({ screen: lenient(DailyShowtime.shape.screen), at: lenient(DailyShowtime.shape.at) }),
  ),
})

/** What can be read of a catalogue file that may have faults: enough to find its other faults in the same go. */
export const PartialCatalogue = z.catch(
  z.object({ screens: lenientList(OutlineScreen), movies: lenientList(OutlineMovie) }),
  () => ({ screens: [], movies: [] }),
)
export type PartialCatalogue = z.output<typeof PartialCatalogue>
