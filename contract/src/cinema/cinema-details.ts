import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { CINEMA_ROUTE } from './cinema.ts'

/** Where the cinema is. */
export const CinemaDetails = z.object({
  name: z.string(),
  address: z.nullable(z.string()),
  /** Degrees. Null together. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  phone: z.nullable(z.string()),
  /** Visitors should arrive this many minutes before the start. */
  arrival: z.int(),
})
export type CinemaDetails = z.infer<typeof CinemaDetails>

export const getCinema = endpoint({
  ...CINEMA_ROUTE,
  response: CinemaDetails,
})
