import * as z from 'zod/mini'
import { Day } from '../../calls/ids.ts'
import { TimeOfDay } from './changes.ts'

/** When shows may begin and end, on each day. `closes` is on the next day unless it is later than `opens`; the same time twice: always open. */
export const OpeningHours = z.strictObject({ opens: TimeOfDay, closes: TimeOfDay })
export type OpeningHours = z.infer<typeof OpeningHours>

/** Days on which a screen shows nothing, the first and the last one included. */
export const ClosedDays = z.strictObject({ from: Day, to: Day }).check(
  z.refine(({ from, to }) => from <= to, {
    error: 'Choose the first day or a later one.',
    path: ['to'],
  }),
)
export type ClosedDays = z.infer<typeof ClosedDays>
