import * as z from 'zod/mini'
import { Id } from '#src/calls/ids.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { asCsv } from './csv-call.ts'
import { dateRange, reportFields } from './date-range.ts'

// Reports about when visitors buy, and where they stop.

export const SalesRow = z.object({
  /** Business days before the show: `0` is the day of the show. */
  key: z.string(),
  label: z.string(),
  /** Tickets that were sold on that day, without those that were cancelled on it. */
  tickets: z.int(),
  /** Tickets until that day. */
  total: z.int(),
  /** Percent of all tickets until that day, with one decimal. */
  share: z.number(),
})
export type SalesRow = z.infer<typeof SalesRow>

/** How early the tickets were sold of the shows that start in the range, or of one show. The earliest day first. */
export const getSalesCurve = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/sales',
  scopes: ['reports'],
  querystring: z.object({
    ...dateRange,
    /** There is only one division: by the days before the show. */
    by: z._default(z.enum(['daysBefore']), 'daysBefore'),
    /** Only this show, whatever the range. */
    show: z.optional(Id),
  }),
  response: z.object(reportFields(SalesRow, z.object({ shows: z.int(), tickets: z.int() }))),
})

export const getSalesCurveCsv = asCsv(getSalesCurve)

/** Selections of visitors on the site, by what became of them. One counts on the day on which it ends. */
const conversion = {
  /** Selections that were started. */
  selections: z.int(),
  /** Selections that entered payment. */
  checkouts: z.int(),
  /** Selections that ended with a booking. */
  bookings: z.int(),
  /** Ended before payment: all places were given up. */
  released: z.int(),
  /** Ended before payment: the time was over. */
  expired: z.int(),
  /** Ended before payment: the visitor had no connection any more. */
  abandoned: z.int(),
  /** The same, in payment. */
  paymentReleased: z.int(),
  paymentExpired: z.int(),
  paymentAbandoned: z.int(),
  /** The cinema has cancelled or moved the show, or taken the seats out of service. */
  endedByCinema: z.int(),
  /** Percent of the ended selections that ended with a booking, with one decimal. Null if none ended. */
  rate: z.nullable(z.number()),
}
export const ConversionRow = z.object({ key: z.string(), label: z.string(), ...conversion })
export type ConversionRow = z.infer<typeof ConversionRow>

/** From selections to bookings, and why the others ended. A crash of the server loses the last seconds of these counts. */
export const getConversion = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/conversion',
  scopes: ['reports'],
  querystring: z.object({ ...dateRange, by: z._default(z.enum(['day']), 'day') }),
  response: z.object(reportFields(ConversionRow, z.object(conversion))),
})

export const getConversionCsv = asCsv(getConversion)
