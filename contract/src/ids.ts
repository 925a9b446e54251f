import * as z from 'zod/mini'

/** Any id of the product. Its form is the server's business: an unknown or odd one is simply not found. */
export const Id = z.string().check(z.regex(/^[^\0]{1,64}$/))

/** An instant on the wire: ISO 8601 with its offset. */
export const Instant = z.iso.datetime({ offset: true })

/**
 * Links written by a careless page carry the text `undefined` where an id should be
 * (specification, section 5).
 */
export const isUsableId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id !== 'undefined'
