import * as z from 'zod/mini'
import { Id, Instant } from '#src/calls/ids.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { asCsv } from './csv-call.ts'
import { dateRange, reportFields } from './date-range.ts'

/** The category of parking slots in reports. Seats have their own. */
export const PARKING_CATEGORY = 'Parking'

/** By what takings are divided. `payment`: the method. `device` and `person`: who sold and refunded. */
export const TakingsBy = z.enum([
  ...['day', 'movie', 'screen', 'show', 'category', 'channel', 'payment', 'device', 'person'],
] as const)
export type TakingsBy = z.infer<typeof TakingsBy>

/**
 * Rupees and tickets of a range. They count at the moment at which they were paid or refunded, by the ledger. Complimentary tickets count as
 * tickets and have no rupees.
 */
const takings = {
  gross: z.int(),
  refunds: z.int(),
  /** `gross` minus `refunds`. */
  net: z.int(),
  /** Seats that were sold, without those that were cancelled. Parking slots are not tickets. */
  tickets: z.int(),
  refundedTickets: z.int(),
  /** Rupees of `net` for each ticket, rounded. Null without a ticket. */
  average: z.nullable(z.int()),
}

/** The key of what was sold without a device, or without a person. */
export const NO_KEY = 'none'

/** What one value of `by` has taken. The key identifies it, the label is for people. */
export const TakingsRow = z.object({ key: z.string(), label: z.string(), ...takings })
export type TakingsRow = z.infer<typeof TakingsRow>

export const TakingsTotals = z.object(takings)
export type TakingsTotals = z.infer<typeof TakingsTotals>

/** What the cinema has taken. Days and shows are in their order, everything else by `net`. The range has at most 1,096 days (INVALID). */
export const getTakings = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/takings',
  scopes: ['reports'],
  querystring: z.object({ ...dateRange, by: z._default(TakingsBy, 'day') }),
  response: z.object(reportFields(TakingsRow, TakingsTotals)),
})

export const getTakingsCsv = asCsv(getTakings)

/** A change of the takings by a booking. It has no data of the buyer. */
export const TakingsBooking = z.object({
  reference: z.string(),
  /** When it last changed the takings of the range. */
  at: Instant,
  movie: z.string(),
  screen: z.string(),
  startTime: Instant,
  ...takings,
})
export type TakingsBooking = z.infer<typeof TakingsBooking>

/** Bookings on one page. */
export const TAKINGS_PAGE_SIZE = 100

/** The bookings behind one row of the takings, or behind all of them without a `key`. The latest first, a hundred on a page. */
export const listTakingsBookings = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/bookings',
  scopes: ['reports'],
  querystring: z.object({
    ...dateRange,
    by: z._default(TakingsBy, 'day'),
    /** Of a row. */
    key: z.optional(Id),
    /** The `next` of the previous page. */
    before: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d_\d{1,6}$/))),
  }),
  response: z.object({
    bookings: z.array(TakingsBooking),
    /** Null on the last page. */
    next: z.nullable(z.string()),
  }),
})
