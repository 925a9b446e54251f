import * as z from 'zod/mini'

/** Any id of the product. Its form is the server's business; what no database could store is none. */
export const Id = z.string().check(z.regex(/^[^\0\p{Cs}]{1,64}$/u, 'is not an id'))

/** An id in an address. Whatever stands there is looked for: an odd one is simply not found. */
export const PathId = z.string()

/** An instant on the wire: ISO 8601 with its offset. */
export const Instant = z.iso.datetime({ offset: true })
