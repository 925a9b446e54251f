import * as z from 'zod/mini'

/** Any id. Excludes only characters that a database cannot store. */
export const Id = z.string().check(z.regex(/^[^\0\p{Cs}]{1,64}$/u))

/** A screen, movie, device or person with the name that staff reads. */
export const NamedId = z.object({ _id: Id, name: z.string() })

/** An id in a path. Any text is accepted: an unknown id returns 404, not 400. */
export const PathId = z.string()

/** A time in ISO 8601 with its offset. */
export const Instant = z.iso.datetime({ offset: true })

export const INVALID_DATE = 'Please give a date such as 2026-12-01.'

/** A day in the cinema's time zone: `2026-12-01`. */
export const Day = z.iso.date(INVALID_DATE).check(z.regex(/^2\d{3}-/, INVALID_DATE))
