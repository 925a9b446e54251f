import * as z from 'zod/mini'
import { DailyShowtime, FixedShowtime, Movie, Row, Screen } from './catalogue.schema.ts'

/** What cannot be read counts as not written. */
const legible = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.optional(schema), (): z.output<T> | undefined => undefined)

const legibleList = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.array(legible(schema)), () => [])

const OutlineScreen = z.object({
  name: legible(Screen.shape.name),
  rows: legibleList(z.object({ row: legible(Row.shape.row) })),
})

const OutlineMovie = z.object({
  name: legible(Movie.shape.name),
  duration: legible(Movie.shape.duration),
  showtimes: legibleList(
    z.object({
      screen: legible(FixedShowtime.shape.screen),
      startTime: legible(FixedShowtime.shape.startTime),
    }),
  ),
  daily: legibleList(
    z.object({ screen: legible(DailyShowtime.shape.screen), at: legible(DailyShowtime.shape.at) }),
  ),
})

/** What can be read of a catalogue file that may have faults: enough to find its other faults in the same go. */
export const Outline = z.catch(
  z.object({ screens: legibleList(OutlineScreen), movies: legibleList(OutlineMovie) }),
  () => ({ screens: [], movies: [] }),
)
export type Outline = z.output<typeof Outline>
