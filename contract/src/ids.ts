import * as z from 'zod/mini'

/** Any id. Excludes only characters that a database cannot store. */
export const Id = z.string().check(z.regex(/^[^\0\p{Cs}]{1,64}$/u))

/** An id in a path. Any text is accepted: an unknown id returns 404, not 400. */
export const PathId = z.string()

/** A time in ISO 8601 with its offset. */
export const Instant = z.iso.datetime({ offset: true })
