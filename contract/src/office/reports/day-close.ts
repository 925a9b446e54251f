import * as z from 'zod/mini'
import { Day, Id, Instant, NamedId } from '#src/calls/ids.ts'
import { singleLine } from '#src/text/one-line.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { asCsv } from './csv-call.ts'

const INVALID_CASH = 'Please enter the counted cash in whole rupees.'
const LONG_NOTE = 'Please write a note of at most 500 characters.'
const MAX_CASH = 100_000_000

/** The cash of one device on a business day, in rupees. */
export const DeviceCash = z.object({
  device: NamedId,
  /** In the drawer at the beginning. */
  float: z.int(),
  /** Taken in cash. */
  sales: z.int(),
  /** Paid out in cash. */
  payouts: z.int(),
  /** `float` plus `sales` minus `payouts`. */
  expected: z.int(),
  /** What was counted at the sign-offs of the shifts. Null if one is open, and if cash was taken or paid out outside of these shifts. */
  signedOff: z.nullable(z.int()),
  /** Null until the day is closed. */
  counted: z.nullable(z.int()),
  /** `counted` minus `expected`. Null until the day is closed. */
  difference: z.nullable(z.int()),
})
export type DeviceCash = z.infer<typeof DeviceCash>

export const DayClose = z.object({
  date: z.string(),
  /** The moment at which the business day begins, and that at which it ends or has ended. */
  startsAt: Instant,
  endsAt: Instant,
  /** Null: the day is not closed. */
  closed: z.nullable(
    z.object({
      at: Instant,
      device: z.nullable(NamedId),
      note: z.nullable(z.string()),
    }),
  ),
  devices: z.array(DeviceCash),
})
export type DayClose = z.infer<typeof DayClose>

/** The cash that is expected, or what was counted once the day is closed. Without a date: the business day that goes on. */
export const getDayClose = officeEndpoint({
  method: 'GET',
  path: '/api/office/reports/day-close',
  scopes: ['reports'],
  querystring: z.object({ date: z.optional(Day) }),
  response: DayClose,
})

export const getDayCloseCsv = asCsv(getDayClose)

/**
 * Closes a business day with the counted cash of each device that has cash. A day that goes on ends at this moment: what is paid from then on counts
 * for the next day. Refuses a day that is still to come and a count that is missing (INVALID), and a second time (CLOSED).
 */
export const closeDay = officeEndpoint({
  method: 'POST',
  path: '/api/office/reports/day-close',
  scopes: MANAGERS_ONLY,
  body: z.object({
    date: Day,
    counts: z
      .array(
        z.object({
          device: Id,
          cash: z.int(INVALID_CASH).check(z.minimum(0, INVALID_CASH), z.maximum(MAX_CASH)),
        }),
      )
      .check(z.maxLength(200)),
    note: z.optional(
      z.string(LONG_NOTE).check(z.trim(), z.maxLength(500, LONG_NOTE), singleLine('note')),
    ),
  }),
  response: DayClose,
})
