import * as z from 'zod/mini'
import { Id, NamedId } from '#src/calls/ids.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { asCsv } from './csv-call.ts'
import { dateRange, reportFields } from './date-range.ts'

// Reports about the shows that start in a range of business days. Cancelled shows are left out.

/** By what the occupancy is divided. `hour`: the weekday and the hour of the start. */
export const OccupancyBy = z.enum(['show', 'hour', 'day', 'movie', 'screen'])
export type OccupancyBy = z.infer<typeof OccupancyBy>

const occupancy = {
  shows: z.int(),
  /** Seats that the screen had. */
  capacity: z.int(),
  /** Tickets that were sold and not cancelled. */
  sold: z.int(),
  /** Percent of the seats that were sold, with one decimal. */
  share: z.number(),
}
export const OccupancyRow = z.object({ key: z.string(), label: z.string(), ...occupancy })
export type OccupancyRow = z.infer<typeof OccupancyRow>

/** How full the shows are. The key of an hour is the day of the week from 1 (Monday) to 7 and the hour from 0 to 23: `6-18`. */
export const getOccupancy = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/occupancy',
  scopes: ['reports'],
  querystring: z.object({ ...dateRange, by: z._default(OccupancyBy, 'show') }),
  response: z.object(reportFields(OccupancyRow, z.object(occupancy))),
})

export const getOccupancyCsv = asCsv(getOccupancy)

export const SeatSalesRow = z.object({
  /** The place. */
  key: Id,
  /** The seat: `H7`. */
  label: z.string(),
  category: z.string(),
  /** Of a seat in a drawn row: cells from the middle of the hall. */
  x: z.optional(z.number()),
  /** Shows at which it was sold. */
  sold: z.int(),
  /** Percent of the shows at which it was sold, with one decimal. */
  share: z.number(),
  /**
   * How early it was sold, where it was: 0 if it was the first seat of each show, 100 if it was the last, in whole percent. Null if it was not sold.
   */
  rank: z.nullable(z.int()),
})
export type SeatSalesRow = z.infer<typeof SeatSalesRow>

/**
 * Which seats of a hall sell, and in which order. Without a screen: the first one. The rows are in the order of the seat map. The range has at most 92
 * days (INVALID).
 */
export const getSeatSales = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/seats',
  scopes: ['reports'],
  querystring: z.object({
    ...dateRange,
    /** There is only one division: by seat. */
    by: z._default(z.enum(['seat']), 'seat'),
    screen: z.optional(Id),
  }),
  response: z.object({
    screen: z.nullable(NamedId),
    screens: z.array(NamedId),
    ...reportFields(
      SeatSalesRow,
      z.object({ shows: z.int(), seats: z.int(), sold: z.int(), share: z.number() }),
    ),
  }),
})

export const getSeatSalesCsv = asCsv(getSeatSales)

/** By what visits are divided. */
export const VisitsBy = z.enum(['show', 'day', 'movie', 'screen'])
export type VisitsBy = z.infer<typeof VisitsBy>

const visits = {
  /** Seats that were sold and not cancelled. */
  tickets: z.int(),
  /** People who were let in. */
  admitted: z.int(),
  /** Tickets of shows that are over, without an admission. */
  noShows: z.int(),
  /** People who were let in after the start. */
  late: z.int(),
}
export const VisitsRow = z.object({ key: z.string(), label: z.string(), ...visits })
export type VisitsRow = z.infer<typeof VisitsRow>

/** Who came, who did not, and when people came. The range has at most 92 days (INVALID). */
export const getVisits = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/visits',
  scopes: ['reports'],
  querystring: z.object({ ...dateRange, by: z._default(VisitsBy, 'show') }),
  response: z.object({
    ...reportFields(VisitsRow, z.object(visits)),
    /** People by the minutes from the start, in steps of five: those of -5 came in the last five minutes before it. Earlier than an hour before: -65; later than an hour after: 60. */
    arrivals: z.array(z.object({ minute: z.int(), people: z.int() })),
  }),
})

export const getVisitsCsv = asCsv(getVisits)
