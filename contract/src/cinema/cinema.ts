import type { RefundPolicy } from '../bookings/refund-policy.ts'

/** The id of the JSON element in index.html with the cinema's settings. */
export const CINEMA_ELEMENT_ID = 'cinema'

export interface SiteSettings {
  brandName: string
  /** An IANA name. All dates and times are shown in this zone. */
  timeZone: string
  /** The address of the site: `https://cinema.example`. */
  publicUrl: string
  /** True if Continue with Google is available. */
  googleSignIn: boolean
  /** What happens to a choice that leaves seats alone. */
  gapRule: 'warn' | 'off' | 'strict'
  /** What visitors get back when they cancel. */
  refundPolicy: RefundPolicy
}

/** Separate from its schema in cinema-details.ts, so that the first page loads without Zod. */
export const CINEMA_ROUTE = { method: 'GET', path: '/api/cinema' } as const
