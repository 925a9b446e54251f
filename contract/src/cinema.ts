import * as z from 'zod/mini'

/** The id of the page's JSON block with which the server tells the web app about its cinema. */
export const CINEMA_ELEMENT_ID = 'cinema'

export const Cinema = z.object({
  brandName: z.string(),
  /** An IANA name; every date and time people see is in it. */
  timeZone: z.string(),
  /** Whether Continue with Google is to be offered. */
  google: z.boolean(),
})
export type Cinema = z.infer<typeof Cinema>
